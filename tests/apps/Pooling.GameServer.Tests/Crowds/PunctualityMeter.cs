using System.Diagnostics;
using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Crowds;

/// <summary>A server whose ticks are measured, together with an empty loop at the same rate.</summary>
internal sealed class PunctualityMeter(IGameServer server) : IGameServer
{
    private readonly Gap _own = new();
    private readonly Gap _empty = new();
    private TickLoop? _emptyLoop;

    public string Name => server.Name;

    public ServerLimits Limits => server.Limits;

    public ServerCounters Counters => server.Counters;

    public int Players => server.Players;

    public int Connections => server.Connections;

    public int Tasks => server.Tasks;

    public Outstanding Outstanding => server.Outstanding;

    public long Ticks => _own.Count;

    /// <summary>Gets the maximum delay of the end of a tick in milliseconds.</summary>
    public double Latest => _own.Latest;

    /// <summary>Gets the same value for the empty loop.</summary>
    public double LatestOfEmptyLoop => _empty.Latest;

    /// <summary>Starts the measurement.</summary>
    public void Start()
    {
        _emptyLoop = new TickLoop(WorldRules.TicksPerSecond, _ => _empty.Record());
        _empty.IsMeasuring = true;
        _own.IsMeasuring = true;
        _emptyLoop.Start();
    }

    /// <summary>Stops the measurement.</summary>
    public void Stop()
    {
        _own.IsMeasuring = false;
        _emptyLoop!.Dispose();
    }

    public void Accept(Socket socket) => server.Accept(socket);

    public void Tick(long number)
    {
        server.Tick(number);
        _own.Record();
    }

    Task IGameServer.Stop() => server.Stop();

    private sealed class Gap
    {
        private const double Period = 1000.0 / WorldRules.TicksPerSecond;

        private long _last;

        public volatile bool IsMeasuring;

        public long Count { get; private set; }

        public double Latest { get; private set; }

        public void Record()
        {
            long now = Stopwatch.GetTimestamp();
            if (IsMeasuring && _last != 0)
            {
                Count++;
                Latest = Math.Max(Latest, Stopwatch.GetElapsedTime(_last, now).TotalMilliseconds - Period);
            }

            _last = now;
        }
    }
}
