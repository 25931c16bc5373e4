/// The version of Klava. `make dist` and the Debian packages also use this version number.
package let klavaVersion = "0.1.0"
