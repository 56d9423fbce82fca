# The packages: made, looked into, and used as their users do, on each runtime.
readonly packages=artifacts/packages
readonly consumer=tests/Pooling.PackageTests

# package_steps [--release | --net10.0]: a release has the version of the repository. Other packages have a new one each time, so that no
# cache has it. --net10.0 uses them on .NET 10 only.
package_steps() {
  local frameworks=()
  package_version=$(project_version)
  [[ ${1:-} == --release ]] || package_version+=-ci.$(date +%s)
  [[ ${1:-} != --net10.0 ]] || frameworks=(-p:TargetFrameworks=net10.0)
  rm -rf "${packages:?}" artifacts/restored/pooling artifacts/restored/pooling.{extensions,testing}

  step step 'pack' pack
  step step 'build consumer' build_consumer "${frameworks[@]}"
  step checks 'package contents' inspect_package Pooling
  step checks 'package contents of hosts' inspect_package Pooling.Extensions
  step checks 'package contents of tests' inspect_package Pooling.Testing
  step checks 'package on .NET 10' consume_on_net10
  if ((${#frameworks[@]})); then
    step checks 'templates' try_templates
    return
  fi

  step step 'strong names' verify_strong_names
  step checks 'package on .NET 11' consume_on_net11
  step checks 'package on .NET 8' consume_on_net8
  step checks 'package on Mono' consume_on_mono
}

# Programs that are published with the package of package_steps. Compiling them takes one processor for long.
# published_package_steps [--full]: --full attacks the templates for a minute each.
published_package_steps() {
  step checks 'package ahead of time' consume_ahead_of_time
  step checks 'package ready to run' consume_ready_to_run
  step checks 'package trimmed, in a single file' consume_trimmed
  if [[ ${1:-} == --full ]]; then
    step checks 'templates, attacked for a minute each' try_templates POOLING_TESTS_SECONDS=60
  else
    step checks 'templates' try_templates
  fi
}

project_version() { sed -nE 's|^ *<Version>(.+)</Version>.*|\1|p' Directory.Build.props; }

# The library is built once more: what is packed has no friends. The analyzers have seen its code in the build. A
# package needs the other one in the version that its project was restored with.
# A clone without a remote, or of another folder, packs for itself; a release fails there.
pack() {
  local project options=(-c Release -o "$packages" -p:PackageVersion="$package_version" -p:RunAnalyzers=false)
  [[ $(git remote get-url origin 2> /dev/null) =~ ^(https?|ssh|git):|@ || $package_version != *-ci.* ]] \
    || options+=(-p:PackWithoutRepository=true)
  limit 900 dotnet pack src/Pooling "${options[@]}"
  limit 600 dotnet pack src/Pooling.Templates "${options[@]}"
  for project in src/Pooling.Extensions src/Pooling.Testing; do
    limit 600 dotnet restore "$project" -p:PackageVersion="$package_version"
  done

  for project in src/Pooling.Extensions src/Pooling.Testing; do
    limit 600 dotnet pack "$project" --no-build "${options[@]}"
  done
}

build_consumer() { from_package dotnet build "$consumer" -c Release "$@"; }

inspect_package() { limit 300 dotnet "$consumer/bin/Release/net10.0/Pooling.PackageTests.dll" "$packages/$1.$package_version.nupkg"; }

# Mono does not check strong names when it runs a program.
verify_strong_names() {
  local assembly
  for assembly in artifacts/restored/pooling/"$package_version"/{lib/*,analyzers/dotnet/cs}/*.dll \
    artifacts/restored/pooling.{extensions,testing}/"$package_version"/lib/*/*.dll "$consumer"/bin/Release/net472/Pooling*.{dll,exe}; do
    echo "$assembly"
    limit 60 sn -v "$assembly"
  done
}

consume_on_net10() { limit 600 dotnet "$consumer/bin/Release/net10.0/Pooling.PackageTests.dll"; }

consume_on_net8() {
  local program
  program=$(only "$consumer"/bin/Release/net8.0/*/Pooling.PackageTests)
  limit 600 "$program"
}

consume_on_mono() { limit 600 mono "$consumer/bin/Release/net472/Pooling.PackageTests.exe"; }

consume_ahead_of_time() {
  from_package dotnet publish tests/Pooling.AotTests -c Release
  local program
  program=$(only tests/Pooling.AotTests/bin/Release/net10.0/*/publish/Pooling.AotTests)
  limit 600 "$program"
}

consume_ready_to_run() {
  local output=$PWD/artifacts/ready-to-run
  from_package dotnet publish tests/Pooling.AotTests -c Release -p:PublishReadyToRun=true -p:SelfContained=false \
    -p:UseCurrentRuntimeIdentifier=true -o "$output"
  limit 600 "$output/Pooling.AotTests"
}

consume_trimmed() {
  local output=$PWD/artifacts/trimmed
  from_package dotnet publish tests/Pooling.AotTests -c Release -p:PublishTrimmed=true -p:PublishSingleFile=true -p:SelfContained=true \
    -p:UseCurrentRuntimeIdentifier=true -o "$output"
  limit 600 "$output/Pooling.AotTests"
}

try_templates() {
  with_machine_packages env "$@" dotnet tests/Pooling.TemplateTests/bin/Release/net10.0/Pooling.TemplateTests.dll \
    "$packages/Pooling.Templates.$package_version.nupkg" "$packages" artifacts/templates
}

# Restores what the machine has from where it is, and the package of this run into the tree.
from_package() { with_machine_packages "$@" -p:PoolingVersion="$package_version" -p:PoolingFeed="$PWD/$packages"; }

with_machine_packages() {
  local cache
  cache=$(dotnet nuget locals global-packages --list | sed 's/^global-packages: *//')
  NUGET_FALLBACK_PACKAGES=$cache limit 1200 "$@"
}
