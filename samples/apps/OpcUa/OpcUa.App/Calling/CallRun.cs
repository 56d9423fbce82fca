using System.Diagnostics;
using OpcUa.Client;
using OpcUa.Protocol.Encoding;

namespace OpcUa.App.Calling;

/// <summary>Runs a client for some time, and measures it. The client only makes calls, one after the other.</summary>
/// <param name="caller">The client.</param>
/// <param name="process">Measures its process.</param>
/// <param name="table">Receives the figures each second.</param>
internal sealed class CallRun(ICaller caller, ProcessMeter process, LiveTable<CallFigures> table)
{
    private readonly LatencyHistogram _latencies = new();
    private long _calls;
    private long _results;

    /// <summary>Makes calls for some time, but at least one.</summary>
    public async Task WarmUp(int seconds, CancellationToken cancellationToken)
    {
        await CallFor(seconds, cancellationToken).ConfigureAwait(false);
        GC.Collect(); // excludes garbage of the time before
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Makes calls for some time, and prints a line each second.</summary>
    /// <exception cref="IOException">The server refused a call, or the connection was lost.</exception>
    public async Task<CallFigures> Measure(int seconds, CancellationToken cancellationToken)
    {
        var report = new LiveReport<CallReading>(process, Read, (last, now) => table.Add(CallFigures.Between(last, now)));
        CallReading start = Read();
        await report.Run(start, () => CallFor(seconds, cancellationToken), cancellationToken).ConfigureAwait(false);
        return CallFigures.Between(start, Read());
    }

    private async Task CallFor(int seconds, CancellationToken cancellationToken)
    {
        try
        {
            long start = Stopwatch.GetTimestamp();
            long last = start;
            do
            {
                (long calls, long results) = await caller.Call(cancellationToken).ConfigureAwait(false);
                Volatile.Write(ref _calls, _calls + calls); // pairs with Read
                Volatile.Write(ref _results, _results + results);
                long now = Stopwatch.GetTimestamp();
                _latencies.Add(Stopwatch.GetElapsedTime(last, now).Ticks);
                last = now;
                cancellationToken.ThrowIfCancellationRequested();
            }
            while (Stopwatch.GetElapsedTime(start, last).TotalSeconds < seconds);
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException)
        {
            throw new IOException($"the server refused a call: {exception.Message}", exception);
        }
    }

    private CallReading Read() =>
        new(process.Read(), Volatile.Read(ref _calls), Volatile.Read(ref _results), _latencies.Copy()); // pairs with CallFor
}
