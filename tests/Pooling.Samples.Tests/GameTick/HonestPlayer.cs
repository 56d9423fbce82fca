using System.Diagnostics;
using System.Net;

namespace Pooling.Samples.GameTick;

/// <summary>A player who sends a move for each state, and checks that no tick is missing and that the moves are carried
/// out. On a thread of its own.</summary>
internal sealed class HonestPlayer : IDisposable
{
    private readonly Client _client;
    private readonly Thread _thread;
    private volatile bool _isStopping;
    private volatile int _ticks;

    public HonestPlayer(IPEndPoint server)
    {
        _client = new Client(server);
        _thread = new Thread(Play) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Gets the number of states that were received.</summary>
    public int Ticks => _ticks;

    /// <summary>Gets the longest time between two states.</summary>
    public TimeSpan LongestWait { get; private set; }

    /// <summary>Gets what was wrong, if anything.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>Stops playing after the next state.</summary>
    public void Stop()
    {
        _isStopping = true;
        Assert.True(_thread.Join(TimeSpan.FromMinutes(2)), "The player received no state.");
    }

    public void Dispose() => _client.Dispose();

    private void Play()
    {
        try
        {
            uint id = _client.ReceiveWelcome();
            uint sent = 0;
            _client.Send(Client.MoveFrame(++sent, 1, -1));
            (uint Tick, uint Sequence, int X, int Y) last = _client.ReceiveState(id);
            for (long at = Stopwatch.GetTimestamp(); !_isStopping; at = Stopwatch.GetTimestamp())
            {
                _client.Send(Client.MoveFrame(++sent, 1, -1));
                (uint Tick, uint Sequence, int X, int Y) state = _client.ReceiveState(id);
                TimeSpan wait = Stopwatch.GetElapsedTime(at);
                LongestWait = wait > LongestWait ? wait : LongestWait;
                Assert.Equal(last.Tick + 1, state.Tick);
                Assert.InRange(state.Sequence, last.Sequence, sent);
                Assert.Equal(((int)state.Sequence, -(int)state.Sequence), (state.X, state.Y));
                last = state;
                _ticks++;
            }

            Assert.InRange(last.Sequence + GameServer.MaxWaiting, sent, sent + GameServer.MaxWaiting);
        }
        catch (Exception exception)
        {
            Fault = exception;
        }
    }
}
