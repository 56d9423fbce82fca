using System.Globalization;
using System.Text.Json.Serialization;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Soaking;

/// <summary>What one server held while bots came and went.</summary>
/// <param name="Mode">Which server.</param>
/// <param name="Rest">What was alive after the warm-up, when all bots had left.</param>
/// <param name="Samples">What was alive now and then, with bots.</param>
/// <param name="End">What was alive when all bots had left for good.</param>
/// <param name="Bots">What the bots did and saw.</param>
internal sealed record SoakRun(
    [property: JsonConverter(typeof(JsonStringEnumConverter<ServerKind>))] ServerKind Mode, ServerCensus Rest,
    IReadOnlyList<ServerCensus> Samples, ServerCensus End, ChurnReport Bots)
{
    private const int MostHandles = 8; // more than before
    private const int MostThreads = 4; // of the runtime, which come and go

    /// <summary>The most bytes that may be alive at the end.</summary>
    public static long MostHeap(ServerCensus rest) => rest.Heap + (rest.Heap / 10) + (1 << 20);

    /// <summary>What is wrong, a line each.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Fault(End.Connections + End.Players + End.Tasks, "connections, players and tasks are left of bots that are gone"),
        .. Fault(End.Outstanding.Arrays, "arrays of shared buffers were not given back"),
        .. Fault(End.Outstanding.Messages, "messages were not given back"),
        .. Fault(End.Outstanding.Writers, "buffers were not given back"),
        .. Fault(Above(End.Heap, MostHeap(Rest)), "bytes more are alive than may be"),
        .. Fault(Above(End.WorkingSet, Rest.WorkingSet + (Rest.WorkingSet / 4) + (16 << 20)), "bytes more are in memory than may be"),
        .. Fault(Above(End.Handles, Rest.Handles + MostHandles), "handles more are open than may be"),
        .. Fault(Above(End.Threads, Rest.Threads + MostThreads), "threads more are there than may be"),
        .. Fault(End.Faults, "connections ended by a mistake of the server"),
        .. Fault(Bots.Wrong, "answers or chat texts were wrong"),
        .. Fault(Bots.Refused, $"bots were refused: {Bots.LastRefusal}"),
        .. Bots.Answers == 0 ? ["no input was answered"] : Array.Empty<string>(),
    ];

    private static long Above(long value, long limit) => Math.Max(0, value - limit);

    private static string[] Fault(long count, string what) =>
        count == 0 ? [] : [string.Create(CultureInfo.InvariantCulture, $"{count:N0} {what}")];
}
