/// The version of Klava. `make dist` and the packages of Debian use this version too.
package let klavaVersion = "0.1.0"
