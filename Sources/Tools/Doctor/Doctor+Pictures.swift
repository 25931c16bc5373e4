internal import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import RenderClient
internal import RenderProtocol
internal import Sandbox

extension Doctor {
  /// Checks whether this machine can render pictures of keyboards, by rendering a picture.
  var pictures: [MachineCheck] {
    do throws(Diagnostic) {
      let answer = try renderSample()
      return [renderer(answer), fonts(answer)]
    } catch {
      return [.missing(HelperExecutable.renderer.rawValue, error)]
    }
  }

  private func renderer(_ answer: PictureAnswer) -> MachineCheck {
    MachineCheck.check(HelperExecutable.renderer.rawValue) { () throws(Diagnostic) in
      if let failure = answer.failure { throw Diagnostic(.pictureNotRendered, "", failure) }
      guard let trouble = answer.troubles.values.first else {
        return "works, confined by \(RenderConfinement.layers.sorted().map(\.rawValue).joined(separator: " and "))"
      }
      return "works, but cannot draw the pictures of keyboards: \(trouble.sanitized())"
    }
  }

  private func fonts(_ answer: PictureAnswer) -> MachineCheck {
    MachineCheck.check("fonts", isNeeded: false) { () throws(Diagnostic) in
      let missing = Self.samples.filter { answer.textsWithoutFont.contains($0.text) }
      guard missing.isEmpty else {
        throw Diagnostic(
          .pictureNotRendered, "", "Pictures show empty boxes for \(missing.map(\.name).joined(separator: ", ")).",
          remedy: "Install fonts, such as Debian's \(missing.map(\.package).uniqued.joined(separator: ", ")).")
      }
      return Self.samples.map(\.name).joined(separator: ", ")
    }
  }

  private static let samples = [
    (name: "Latin, Greek and Cyrillic", text: "Aαж", package: "fonts-dejavu-core"),
    (name: "emoji", text: "😀", package: "fonts-noto-color-emoji"),
    (name: "Chinese", text: "中", package: "fonts-noto-cjk"),
    (name: "Japanese", text: "か", package: "fonts-noto-cjk"),
    (name: "Korean", text: "한", package: "fonts-noto-cjk"),
    (name: "Arabic", text: "ع", package: "fonts-noto-core"),
    (name: "Hebrew", text: "א", package: "fonts-noto-core"),
    (name: "Devanagari", text: "ह", package: "fonts-noto-core"),
    (name: "Thai", text: "ไ", package: "fonts-noto-core"),
  ]

  private func renderSample() throws(Diagnostic) -> PictureAnswer {
    let path = try HelperExecutable.renderer.find(
      executable: executable.get(), environment: environment)
    var keys = Self.samples.map { Key($0.text) }
    keys.append(Key("picture", image: "sample.svg"))
    let order = PictureOrder(
      inputView: InputViewTree(root: .row(keys.map { .key($0) })),
      pictures: ["sample.svg": Array(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#.utf8)])
    do {
      return try RenderClient(path: path, variables: environment).render(order)
    } catch {
      throw Diagnostic(.pictureNotRendered, path, "Klava could not render a picture: \(error).")
    }
  }
}

extension [String] {
  /// The array without duplicates, in the order of first occurrence.
  fileprivate var uniqued: [String] {
    reduce(into: []) { result, string in
      if !result.contains(string) { result.append(string) }
    }
  }
}
