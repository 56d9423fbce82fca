using Pooling.GameServer.Connections;

namespace Pooling.GameServer.Sessions;

/// <summary>A queue of the hellos that wait for an answer. The next hello is the oldest of those whose address has not used its share. For
/// one thread at a time.</summary>
/// <param name="perSecond">The number of answers per second, and at once after a pause.</param>
/// <param name="capacity">The maximum number of waiting hellos.</param>
/// <param name="isGone">Whether the sender of a hello has gone. Its hello is removed, and counts for no limit.</param>
internal sealed class HandshakeLine<T>(int perSecond, int capacity, Predicate<T> isGone)
{
    private readonly List<(AddressEntry Address, T Hello)> _waiting = [];
    private TokenBucket _all = new(perSecond);

    public int Count => _waiting.Count;

    /// <returns><see langword="false"/> if too many wait.</returns>
    public bool TryAdd(AddressEntry address, T hello)
    {
        if (_waiting.Count >= capacity)
            RemoveGone();

        if (_waiting.Count >= capacity)
            return false;

        _waiting.Add((address, hello));
        return true;
    }

    /// <summary>Takes the next hello whose turn it is.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    /// <param name="hello">The hello.</param>
    /// <param name="wait">If there is none: the number of milliseconds until there may be one; <see cref="Timeout.Infinite"/> if none
    /// waits.</param>
    public bool TryTake(long now, out T? hello, out int wait)
    {
        hello = default;
        RemoveGone();
        wait = _waiting.Count == 0 ? Timeout.Infinite : _all.MillisecondsUntilNext(now);
        if (wait != 0)
            return false;

        wait = int.MaxValue;
        for (int i = 0; i < _waiting.Count; i++)
        {
            AddressEntry address = _waiting[i].Address;
            int own = address.Handshakes.TryTake(now);
            if (own > 0)
            {
                wait = Math.Min(wait, own);
                continue;
            }

            address.Touch(now);
            _all.TryTake(now);
            hello = _waiting[i].Hello;
            _waiting.RemoveAt(i);
            return true;
        }

        return false;
    }

    // In one pass, however many have gone.
    private void RemoveGone() => _waiting.RemoveAll(waiting => isGone(waiting.Hello));
}
