using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.Connections;

/// <summary>Lets in only so many at once of those who inflate or compress a long message, so that a processor is left for sockets that
/// have little to do. Addresses take turns, and so do the sockets of an address. Waiting occupies no thread. Any thread may call.
/// </summary>
/// <remarks>Invariant, under the lock: while somebody waits, as many are inside as may be, each of whom lets the next one in; an address
/// waits while a socket of it does. Nobody waits for anything inside.</remarks>
/// <param name="most">How many at once; at least one.</param>
internal sealed class LongWork(int most) : IDisposable
{
    /// <summary>The bytes of a message that takes long to compress.</summary>
    public const int LeastDeflated = 16 * 1024;

    /// <summary>The bytes of a compressed message that may take long to inflate: it becomes at most 1,032 times as long.</summary>
    public const int LeastInflated = 256;

    private readonly Lock _lock = new();
    private readonly RingQueue<AddressEntry> _waiting = new();
    private int _inside;
    private bool _isOpen; // for all: the hub ends

    /// <summary>Waits until one may begin.</summary>
    /// <param name="address">Whose work it is.</param>
    /// <param name="turn">Is set when that is. It waits for nothing else meanwhile.</param>
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

    /// <summary>Lets the next one in, who begins on a thread of the pool, behind what waits there.</summary>
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

    /// <summary>Lets all in that wait, and everybody from now on.</summary>
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
