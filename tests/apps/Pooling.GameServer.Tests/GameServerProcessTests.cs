namespace Pooling.GameServer;

public sealed class GameServerProcessTests() : ComparisonProcessTests(
    typeof(GameServerProgram), "game-server",
    server: "serve", announcement: "listening on 127.0.0.1:",
    comparison: "--count 3", title: "before: 3 bots");
