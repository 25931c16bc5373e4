// RenderProtocol: the values that the host and the render process both use: orders, answers, and the confinement.
//
// For:    `RenderClient` in the host, and `klava-renderer` with the module `Renderer`.
// Never:  starts a process, or draws. The decoders check all bytes, because the answers of the render process are
//         untrusted.
// Start:  `PictureOrder` and `PictureAnswer` for a picture; `FrameOrder` and `RenderedFrame` for frames on the screen;
//         `RenderConfinement` for what the process may do.
