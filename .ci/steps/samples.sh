# The samples, from outside: programs that share no code with them read what they wrote, talk with them and attack them.
# sample_steps [--full]
sample_steps() {
  local long_cases=() case_limit=900 crowd_seconds=10
  [[ ${1:-} != --full ]] || long_cases=(--long) case_limit=5400 crowd_seconds=60

  # All wait most of the time.
  local others=()
  beside copy_steps
  others+=("$beside")
  beside peer_steps
  others+=("$beside")
  step checks 'OpcUa: talked with from Node' talk_opcua_from_node
  step checks 'OpcUa: attacked from Node' attack_opcua_from_node
  wait "${others[@]}"

  step tests 'GameServer: crowds' play_in_crowds
  step checks 'WebSocket: live page in a browser' browse_live_page
  [[ ${1:-} != --full ]] || step tests 'small servers: attacked by thousands, for minutes' attack_small_servers
}

copy_steps() {
  local sample
  for sample in samples/*/README.md samples/apps/*/README.md; do
    sample=${sample%/README.md}
    [[ $sample == samples/Tour ]] || step checks "$sample: copied" copy_sample "$sample"
  done

  step checks 'WebSocket: talked with from Node' talk_websocket_from_node
  step checks 'WebSocket: attacked from Node' attack_websocket_from_node
}

peer_steps() {
  step checks 'JsonExport: read by Node' read_from_node
  step checks 'JsonExport: attacked from Node' attack_from_node
  step checks 'GameServer: played from Node' play_from_node
}

# A sample, or what the README of a program offers for copying, works in an empty project.
copy_sample() { with_machine_packages tests/copy-sample "$1" "$package_version" "$PWD/$packages"; }

# A JSON parser that is not ours reads what every writer of the sample wrote.
read_from_node() { limit 600 node tests/apps/peers/json/check.mjs samples/apps/JsonExport/bin/Release/net10.0/Pooling.Samples.Apps.JsonExport.dll; }

attack_from_node() { limit 900 node tests/apps/peers/json/hostile.mjs samples/apps/JsonExport/bin/Release/net10.0/Pooling.Samples.Apps.JsonExport.dll; }

# A player plays on both servers, misbehaves, and floods them.
play_from_node() {
  limit 600 npm ci --no-audit --no-fund --prefix tests/apps/peers/game
  limit 900 node tests/apps/peers/game/check.mjs samples/apps/GameServer/bin/Release/net10.0/Pooling.Samples.Apps.GameServer.dll
}

# Honest players among many others. The same tests as before, for longer and with more of them.
play_in_crowds() {
  POOLING_TESTS_SECONDS=$crowd_seconds limit 900 dotnet test --project tests/apps/Pooling.GameServer.Tests -c Release --no-build --no-progress \
    --filter-namespace Pooling.GameServer.Crowds
}

# The same tests as before, with 5,000 connections. The templates are attacked where they are made.
attack_small_servers() {
  POOLING_TESTS_SECONDS=60 limit 1800 dotnet test --project tests/Pooling.Samples.Tests -c Release --no-build --no-progress \
    --filter-class Pooling.Samples.GameTick.AttackTests Pooling.Samples.Broker.MqttBrokerLimitsTests
}

talk_opcua_from_node() {
  limit 600 npm ci --no-audit --no-fund --prefix tests/apps/peers/opcua
  limit 900 node tests/apps/peers/opcua/check.mjs samples/apps/OpcUa/OpcUa.App/bin/Release/net10.0/Pooling.Samples.Apps.OpcUa.dll \
    tests/apps/Pooling.OpcUa.Driver/bin/Release/net10.0/Pooling.OpcUa.Driver.dll
}

attack_opcua_from_node() {
  limit 1200 node tests/apps/peers/opcua/hostile.mjs samples/apps/OpcUa/OpcUa.App/bin/Release/net10.0/Pooling.Samples.Apps.OpcUa.dll
}

# First the cases are tried on a peer that is known.
talk_websocket_from_node() {
  limit 600 npm ci --no-audit --no-fund --prefix tests/apps/peers/websocket
  limit "$case_limit" node tests/apps/peers/websocket/check.mjs samples/apps/WebSocket/WebSocket.App/bin/Release/net10.0/Pooling.Samples.Apps.WebSocket.dll \
    "${long_cases[@]}"
}

attack_websocket_from_node() {
  limit 900 node tests/apps/peers/websocket/hostile.mjs samples/apps/WebSocket/WebSocket.App/bin/Release/net10.0/Pooling.Samples.Apps.WebSocket.dll
}

# The live page of the hub, in the browser that the site is tested with; its driver is that of the site.
browse_live_page() {
  [[ -d node_modules/playwright-core ]] || limit 600 npm ci --no-audit --no-fund
  limit 600 node tests/apps/peers/websocket/page.mjs samples/apps/WebSocket/WebSocket.App/bin/Release/net10.0/Pooling.Samples.Apps.WebSocket.dll
}
