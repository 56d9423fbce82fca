namespace OpcUa.App.Calling;

/// <summary>The counters of a calling client and its process at one moment.</summary>
internal sealed record CallReading(ProcessReading Process, long Calls, long Results, int[] Latencies);
