// The import is `@preconcurrency`, because libffi's type descriptions are global C variables. No code writes to
// libffi's type descriptions, but libffi's header does not declare them as constants.
@preconcurrency internal import CFFI

/// The `ffi_cif` of a signature, with the memory to which it points. The initializer prepares the `ffi_cif` and its
/// memory, and `deinit` frees them.
struct CallInterface: ~Copyable {
  /// The call interface for libffi's functions.
  let cif: UnsafeMutablePointer<ffi_cif>
  private let argumentTypes: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>

  /// Prepares calls of functions with this signature.
  ///
  /// - Throws: ``InvocationError/notPrepared(status:)`` if libffi refuses the signature.
  init(_ signature: Signature) throws(InvocationError) {
    let count = signature.arguments.count
    let cif = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
    let argumentTypes = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: max(1, count))
    cif.initialize(to: ffi_cif())
    argumentTypes.initialize(repeating: nil, count: max(1, count))
    for (index, argument) in signature.arguments.enumerated() { argumentTypes[index] = argument.ffiType }
    let status = ffi_prep_cif(cif, FFI_DEFAULT_ABI, UInt32(count), signature.result.ffiType, argumentTypes)
    guard status == FFI_OK else {
      cif.deallocate()
      argumentTypes.deallocate()
      throw .notPrepared(status: status.rawValue)
    }
    self.cif = cif
    self.argumentTypes = argumentTypes
  }

  deinit {
    cif.deallocate()
    argumentTypes.deallocate()
  }
}

extension ValueType {
  /// libffi's description of the C type. The pointer stays valid, because it points to a C global variable.
  fileprivate var ffiType: UnsafeMutablePointer<ffi_type> {
    switch self {
    case .nothing: withUnsafeMutablePointer(to: &ffi_type_void) { $0 }
    case .bool: withUnsafeMutablePointer(to: &ffi_type_uint8) { $0 }
    case .int32: withUnsafeMutablePointer(to: &ffi_type_sint32) { $0 }
    case .uint32: withUnsafeMutablePointer(to: &ffi_type_uint32) { $0 }
    case .int64: withUnsafeMutablePointer(to: &ffi_type_sint64) { $0 }
    case .uint64: withUnsafeMutablePointer(to: &ffi_type_uint64) { $0 }
    case .float: withUnsafeMutablePointer(to: &ffi_type_float) { $0 }
    case .double: withUnsafeMutablePointer(to: &ffi_type_double) { $0 }
    case .string, .handle, .key: withUnsafeMutablePointer(to: &ffi_type_pointer) { $0 }
    }
  }
}
