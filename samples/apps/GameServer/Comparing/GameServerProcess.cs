using System.Text.Json;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>Starts servers in separate processes.</summary>
internal static class GameServerProcess
{
    /// <summary>Starts a server.</summary>
    /// <param name="mode">The kind of server.</param>
    /// <param name="onSecond">Called each second with the server's figures.</param>
    public static ServerProcess Start(ServerKind mode, Action<ServerFigures> onSecond) => ServerProcess.Start(
        line =>
        {
            if (line.StartsWith('{'))
                onSecond(JsonSerializer.Deserialize<ServerFigures>(line, FiguresJson.Line)!);
        },
        "serve", "--mode", ServerModes.Word(mode), "--clients", "20000", "--per-address", "20000", "--handshakes", "2000", "--port", "0",
        "--json", "--controlled");
}
