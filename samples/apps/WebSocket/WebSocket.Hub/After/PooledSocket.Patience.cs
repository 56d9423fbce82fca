using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <content>The timeouts of a socket.</content>
internal sealed partial class PooledSocket
{
    private static readonly TimeSpan s_patienceWithoutMemory = TimeSpan.FromSeconds(1);

    private bool _hasTimedOut; // in a write; for the sweep only

    public void Sweep(long now)
    {
        if (_hasTimedOut)
            return; // counted and aborted, and not removed yet

        HubLimits limits = _context.Limits;
        if (IsLongerThan(limits.CloseTimeout, Volatile.Read(ref _closingSince), now))
        {
            _http.Abort();
            return;
        }

        // A peer that takes nothing of what is written is not told why: it would not read that either.
        long waitingSince = _outbox.WaitingSince;
        bool isMemoryShort = _context.Memory.FrameBytes > limits.Sending;
        if (IsLongerThan(limits.PongTimeout, waitingSince, now)
            || (isMemoryShort && IsLongerThan(s_patienceWithoutMemory, waitingSince, now)))
        {
            _hasTimedOut = true;
            _context.Counters.AddTimedOut();
            _http.Abort();
            return;
        }

        if (Volatile.Read(ref _waiting) > 0) // pairs with the changes of the threads that wait
            NoteReceived(); // data of the peer is not read now
        else if (!IsClosing && waitingSince == 0)
            LookForSilence(now, limits);
    }

    private void LookForSilence(long now, HubLimits limits)
    {
        // A peer that takes writes lives, too: while it does so slowly, it may not be read.
        long lastSeen = Math.Max(Volatile.Read(ref _lastReceived), _outbox.LastWaited);
        TimeSpan silence = _context.Time.GetElapsedTime(lastSeen, now);
        if (silence > limits.PingAfter + limits.PongTimeout)
        {
            _context.Counters.AddTimedOut();
            Close(CloseCode.PolicyViolation, "A ping was not answered in time.");
        }
        else if (silence > limits.PingAfter && _outbox.SetPing(FrameEncoder.EncodeControl(Opcode.Ping, default, _context.Memory)))
        {
            _outbox.Start();
        }
    }

    private bool IsLongerThan(TimeSpan patience, long since, long now) =>
        since != 0 && _context.Time.GetElapsedTime(since, now) > patience;
}
