/// The version of Klava. `make dist` and the Debian packages use this version too.
package let klavaVersion = "0.1.0"
