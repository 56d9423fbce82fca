# The notes of a release, from a changelog of its own.
release_steps() { step step 'release notes' check_release_notes; }

check_release_notes() {
  local folder
  refuses() { ! .ci/release-notes "$1" "$folder"; }
  folder=$(mktemp -d -p "$logs")
  printf '  <Version>1.2.0-rc.1</Version>\n' >"$folder/Directory.Build.props"
  printf '%s\n' '## [Unreleased]' '- later' '' '## [1.2.0-rc.1] - 2001-02-03' '' '### Added' '- now' '' '## [1.1.0] - 2001-01-01' '- before' \
    >"$folder/CHANGELOG.md"
  [[ $(.ci/release-notes v1.2.0-rc.1 "$folder") == $'### Added\n- now' ]]
  refuses v1.2.0
  refuses 1.2.0-rc.1

  sed -i 's/ - 2001-02-03//' "$folder/CHANGELOG.md"
  refuses v1.2.0-rc.1
}
