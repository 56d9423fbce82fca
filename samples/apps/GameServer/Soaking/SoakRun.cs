using System.Text.Json.Serialization;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Soaking;

/// <summary>The resources that one server held while bots joined and left.</summary>
/// <param name="Mode">The kind of server.</param>
/// <param name="Rest">The live resources after the warm-up, when all bots had left.</param>
/// <param name="Samples">The live resources from time to time, with bots.</param>
/// <param name="End">The live resources at the end, when all bots had left.</param>
/// <param name="Bots">The actions and observations of the bots.</param>
internal sealed record SoakRun(
    [property: JsonConverter(typeof(JsonStringEnumConverter<ServerKind>))] ServerKind Mode, ServerCensus Rest,
    IReadOnlyList<ServerCensus> Samples, ServerCensus End, ChurnReport Bots)
{
    private const int MaxHandles = 8; // more than before
    private const int MaxThreads = 4; // of the runtime, which come and go

    /// <summary>The maximum number of live bytes at the end.</summary>
    public static long MaxHeap(ServerCensus rest) => rest.Heap + (rest.Heap / 10) + (1 << 20);

    /// <summary>The faults, one line each.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Fault.Of(End.Connections + End.Players + End.Tasks, "connections, players and tasks remain of bots that have left"),
        .. Fault.Of(End.Outstanding.Arrays, "arrays of shared buffers were not returned"),
        .. Fault.Of(End.Outstanding.Messages, "messages were not returned"),
        .. Fault.Of(End.Outstanding.Writers, "buffers were not returned"),
        .. Fault.Of(Above(End.Heap, MaxHeap(Rest)), "bytes above the limit are alive"),
        .. Fault.Of(Above(End.WorkingSet, Rest.WorkingSet + (Rest.WorkingSet / 4) + (16 << 20)), "bytes above the limit are in memory"),
        .. Fault.Of(Above(End.Handles, Rest.Handles + MaxHandles), "handles above the limit are open"),
        .. Fault.Of(Above(End.Threads, Rest.Threads + MaxThreads), "threads above the limit exist"),
        .. Fault.Of(End.Faults, "connections ended because of an error in the server"),
        .. Fault.Of(Bots.Wrong, "answers or chat texts were wrong"),
        .. Fault.Of(Bots.Refused, $"bots were refused: {Bots.LastRefusal}"),
        .. Bots.Answers == 0 ? ["no input was answered"] : Array.Empty<string>(),
    ];

    private static long Above(long value, long limit) => Math.Max(0, value - limit);
}
