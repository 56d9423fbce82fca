using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;

namespace WebSockets.Hub.Connections;

/// <summary>Limits the number of sockets that inflate or compress long messages at the same time, so that a processor is left for sockets
/// with little work. Addresses take turns, and so do the sockets of an address. Waiting occupies no thread. Any thread may call.</summary>
/// <remarks>Invariant, under the lock: while a socket waits, the maximum number is working, and each of these admits the next one. An
/// address waits while one of its sockets waits. No socket waits while it is working.</remarks>
/// <param name="most">The maximum number at the same time; at least one.</param>
internal sealed class LongWork(int most) : IDisposable
{
    /// <summary>The minimum size in bytes of a message that takes long to compress.</summary>
    public const int MinDeflated = 16 * 1024;

    /// <summary>The minimum size in bytes of a compressed message that may take long to inflate. It becomes at most 1,032 times as
    /// long.</summary>
    public const int MinInflated = 256;

    private readonly Lock _lock = new();
    private readonly RingQueue<AddressEntry> _waiting = new();
    private int _inside;
    private bool _isOpen; // for all, because the hub ends

    /// <summary>Waits until the work may begin.</summary>
    /// <param name="address">The address whose work it is.</param>
    /// <param name="turn">The signal that is set when the work may begin. The socket waits for nothing else in the meantime.</param>
    public ValueTask EnterAsync(AddressEntry address, AsyncSignal turn)
    {
        lock (_lock)
        {
            if (_inside < Math.Max(1, most) || _isOpen)
            {
                _inside++;
                return default;
            }

            if (address.Waiting.IsEmpty)
                _waiting.TryEnqueue(address);

            address.Waiting.TryEnqueue(turn);
        }

        return turn.WaitAsync();
    }

    /// <summary>Admits the next socket, which begins on a thread of the pool, after the work that is queued there.</summary>
    public void Leave()
    {
        AsyncSignal? next;
        lock (_lock)
        {
            if (!TryTakeNext(out next))
                _inside--;
        }

        next?.Set();
    }

    /// <summary>Admits all sockets that wait, and all later ones.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isOpen = true;
            for (; TryTakeNext(out AsyncSignal? next); _inside++)
                next.Set();
        }
    }

    private bool TryTakeNext([NotNullWhen(true)] out AsyncSignal? next)
    {
        next = null;
        if (!_waiting.TryDequeue(out AddressEntry? address) || !address.Waiting.TryDequeue(out next))
            return false;

        if (!address.Waiting.IsEmpty)
            _waiting.TryEnqueue(address);

        return true;
    }
}
