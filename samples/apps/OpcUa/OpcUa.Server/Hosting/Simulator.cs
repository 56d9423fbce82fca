using System.Diagnostics;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Hosting;

/// <summary>Changes the variables in turn, at a fixed rate.</summary>
internal sealed class Simulator(AddressSpace space, int rate)
{
    private const int ChangesAtOnce = 256; // under one lock
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(10);

    private int _next;
    private long _changes;

    public long Changes => Volatile.Read(ref _changes);

    public async Task RunAsync(CancellationToken cancellation)
    {
        if (rate == 0 || space.Variables.Length == 0)
            return;

        using var timer = new PeriodicTimer(s_tick);
        long start = Stopwatch.GetTimestamp();
        long due = 0;
        try
        {
            while (await timer.WaitForNextTickAsync(cancellation).ConfigureAwait(false))
            {
                long now = (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * rate);
                long count = Math.Min(now - due, rate); // at most one second of missed changes is made up for
                due = now;
                while (count > 0)
                    count -= Change((int)Math.Min(count, ChangesAtOnce));
            }
        }
        catch (OperationCanceledException)
        {
            // The server is shutting down.
        }
    }

    private int Change(int count)
    {
        SimulatedVariable[] variables = space.Variables;
        long time = DateTime.UtcNow.Ticks;
        lock (space.Lock)
        {
            if (space.IsFrozen)
                return count;

            for (int i = 0; i < count; i++)
            {
                variables[_next].Count(time);
                _next = _next + 1 < variables.Length ? _next + 1 : 0;
            }

            Volatile.Write(ref _changes, _changes + count); // in the lock, so that it is right when frozen
        }

        return count;
    }
}
