using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>The slot of one share: pooled, and used by one share after another.</summary>
/// <remarks>Invariant: a share is live exactly while its version equals the holder's. Ending it raises the version by compare-and-swap, so
/// only one of all its copies and threads succeeds, and that one releases one count of the message. Only the renter of the holder writes
/// the fields, before the share is handed out; the next renter writes them after the version was raised. A reader that still finds its own
/// version after reading the fields has therefore read those of its own share. A version has 64 bits and never repeats.</remarks>
internal sealed class SharedHolder
{
    private readonly bool _isOfMessage; // the first share's holder, which lives with its message and is not pooled
    private SharedMessage? _message;
    private long _tenancy;
    private int _start;
    private int _length;
    private long _version;

    internal SharedHolder()
    {
    }

    /// <summary>Creates the holder for every first share of a message.</summary>
    internal SharedHolder(SharedMessage message)
    {
        _isOfMessage = true;
        _message = message;
    }

    /// <summary>The version of the share being created: used only by the renter, without races.</summary>
    internal long Version => _version;

    /// <summary>Writes the content of the next share, before it is handed out.</summary>
    internal void Set(in Share share)
    {
        if (_message != share.Message)
            _message = share.Message; // avoids the write barrier: holders and messages often meet again

        _tenancy = share.Tenancy;
        _start = share.Start;
        _length = share.Length;
    }

    /// <summary>Reads the content of a share.</summary>
    /// <returns><see langword="false"/> if the share has ended; the result is then undefined.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(long version, out Share share)
    {
        // Each of these reads acquires, so that all are made before the read of the version. They pair with the exchange in TryEnd, a full
        // fence between the end of this share and the writes of the next renter in Set, and those of the array's next tenant.
        SharedMessage message = Volatile.Read(ref _message)!;
        share.Message = message;
        share.Array = message.Array;
        share.Tenancy = Volatile.Read(ref _tenancy);
        share.Start = Volatile.Read(ref _start);
        share.Length = Volatile.Read(ref _length);
        return Volatile.Read(ref _version) == version; // pairs with the exchange in TryEnd
    }

    /// <summary>Ends the share of the given version, releases its count of the message, and then returns the holder.</summary>
    /// <returns><see langword="false"/> if the share has already ended; nothing was done.</returns>
    internal bool TryEnd(long version)
    {
        // Pairs with itself and with the reads in TryRead: one of several ends of this share succeeds. It is a full fence, so the fields
        // read below are still this share's: nobody rents the holder before it is returned.
        if (Volatile.Read(ref _version) != version || Interlocked.CompareExchange(ref _version, version + 1, version) != version)
            return SharedMessage.RefuseReturn();

        SharedMessage message = _message!;
        if (!_isOfMessage)
            SharedMessage.GiveBack(this);

        message.Release();
        return true;
    }
}
