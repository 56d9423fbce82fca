using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>The place of one share: pooled, and used by one share after another.</summary>
/// <remarks>Invariant: a share is live exactly while its version equals the holder's. Ending it raises the version by compare-and-swap, so
/// of all copies and threads one succeeds, and it alone gives back one count of the message. The fields are written by the renter of the
/// holder only, before the share is handed out; the next renter writes them after the version was raised. A reader that finds its own
/// version after it read the fields therefore read its own share's. A version has 64 bits and never comes again.</remarks>
internal sealed class SharedHolder
{
    private readonly bool _isOfMessage; // the first share's, which lives with its message and is in no pool
    private SharedMessage? _message;
    private long _tenancy;
    private int _start;
    private int _length;
    private long _version;

    internal SharedHolder()
    {
    }

    /// <summary>Makes the holder of every first share of a message.</summary>
    internal SharedHolder(SharedMessage message)
    {
        _isOfMessage = true;
        _message = message;
    }

    /// <summary>The version of the share that is being made: the renter's own, whom nobody races.</summary>
    internal long Version => _version;

    /// <summary>Writes what the next share shows. Before it is handed out.</summary>
    internal void Set(in Share share)
    {
        if (_message != share.Message)
            _message = share.Message; // spares the write barrier: holders and messages often meet again

        _tenancy = share.Tenancy;
        _start = share.Start;
        _length = share.Length;
    }

    /// <summary>Reads what a share shows.</summary>
    /// <returns><see langword="false"/> if the share has ended; what was read means nothing then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(long version, out Share share)
    {
        // Each of these reads acquires, so that none is made after the version's. They pair with the exchange of TryEnd, a full fence that
        // stands between the end of this share and the writes of the next renter in Set, and the next tenant's of the array.
        SharedMessage message = Volatile.Read(ref _message)!;
        share.Message = message;
        share.Array = message.Array;
        share.Tenancy = Volatile.Read(ref _tenancy);
        share.Start = Volatile.Read(ref _start);
        share.Length = Volatile.Read(ref _length);
        return Volatile.Read(ref _version) == version; // pairs with the exchange of TryEnd
    }

    /// <summary>Ends the share of the given version, gives back its count of the message, and then the holder.</summary>
    /// <returns><see langword="false"/> if that share has ended before; nothing was done.</returns>
    internal bool TryEnd(long version)
    {
        // Pairs with itself and with the reads of TryRead: of all ends of this share one succeeds. It is a full fence, so the fields that
        // are read below are still this share's: nobody rents the holder before it is given back.
        if (Volatile.Read(ref _version) != version || Interlocked.CompareExchange(ref _version, version + 1, version) != version)
            return false;

        SharedMessage message = _message!;
        if (!_isOfMessage)
            SharedMessage.GiveBack(this);

        message.Release();
        return true;
    }
}
