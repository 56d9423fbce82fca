using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The pooled object of a JSON pool: a writer, the buffer that it writes to, and the drain to a
/// target.</summary>
/// <remarks>
/// <para>Invariant: <see cref="_limit"/> is <see cref="Closed"/> unless the state is
/// <see cref="JsonOutputState.Open"/>, so that the fast path of <see cref="GetMemory"/> checks both at once. If the
/// writer holds memory, that starts at <see cref="_written"/>; before <see cref="_written"/> moves, or an array leaves
/// this output, or code of a target or of the array pool runs, the writer must release its memory. So whatever that
/// code throws, the writer cannot write to an array that another lease may have.</para>
/// </remarks>
internal sealed partial class JsonOutput : IBufferWriter<byte>, IDisposable
{
    /// <summary>The threshold of an output without a target.</summary>
    private const int Never = int.MaxValue;

    /// <summary>The limit unless the state is <see cref="JsonOutputState.Open"/>: no request is within it.</summary>
    private const int Closed = -1;

    /// <summary>A length that no buffer is within.</summary>
    private const int NoLength = -1;

    /// <summary>The number of the rental of a target that is not rented, or of none.</summary>
    private const long NoRental = -1;

    // The masks of the limit with which an output opens.
    private const int OffersAll = -1;
    private const int OffersNothing = 0;

    // The minimum that a clearing output offers at a time, or as much as it holds: it clears at most about twice what
    // was written.
    private const int ClearingStep = 1024;

    private readonly JsonRetention _retention;
    private MagazineStore? _store; // the store that keeps it; null if it must not be leased again
    private readonly ByteBudget _budget;
    private readonly ArrayCharge _charge;
    private readonly int _maxCapacity;
    private readonly int _maxRetained; // the longest buffer to keep while idle, at most _maxCapacity
    // the longest buffer with which a lease can end on the fast path; none if buffers are cleared
    private readonly int _maxSimple;
    private readonly int _openMask; // OffersAll, or OffersNothing if buffers are cleared
    private byte[] _buffer = []; // changed by exchanges only: the thread that takes an array out owns it
    private int _written; // bytes at the start of the buffer that the writer has committed
    private int _limit = Closed; // the end of the memory that the fast path may offer
    private int _offered; // the end of the part of the buffer that was ever offered, if buffers are cleared
    private int _threshold = Never;
    private JsonOutputState _state;
    private Stream? _stream; // at most one of these two is set
    private IBufferWriter<byte>? _bufferWriter;
    private long _targetRental = NoRental; // of a target that is pooled, too

    internal JsonOutput(JsonWriterOptions options, JsonRetention retention, MagazineStore? store)
    {
        Writer = new Utf8JsonWriter(this, options);
        _retention = retention;
        _store = store;
        _budget = retention.Budget;
        _charge = new OutputCharge(retention.Budget, this);
        _maxCapacity = retention.MaxCapacity;
        _maxRetained = retention.MaxRetainedCapacity;
        _maxSimple = retention.ClearOnReturn ? NoLength : _maxRetained;
        _openMask = retention.ClearOnReturn ? OffersNothing : OffersAll;
    }

    /// <summary>Writes to this output unless the user has reset it to another target.</summary>
    internal Utf8JsonWriter Writer { get; private set; }

    internal JsonOutputState State => _state;

    /// <summary>Describes a lease for debuggers.</summary>
    internal string DebugText =>
        $"{_state}, {(long)_written + Writer.BytesPending} bytes in a buffer of {_buffer.Length}";

    private string PoolName => _retention.Name;

    private ArrayPool<byte> ArrayPool => _retention.ArrayPool;

    private bool Clears => _openMask == OffersNothing;

    /// <summary>The current length of the buffer in bytes.</summary>
    internal int Capacity => _buffer.Length;

    /// <summary>The number of bytes that this output keeps alive while idle; 0 if it was leased in the
    /// meantime.</summary>
    internal long RetainedBytes => _state is JsonOutputState.Idle or JsonOutputState.Misused ? _buffer.Length : 0;

    /// <summary>The bytes written so far. Valid until the next write.</summary>
    internal ReadOnlySpan<byte> WrittenSpan
    {
        get
        {
            CommitOwn();
            return new ReadOnlySpan<byte>(_buffer, 0, _written);
        }
    }

    internal ReadOnlyMemory<byte> WrittenMemory
    {
        get
        {
            CommitOwn();
            return new ReadOnlyMemory<byte>(_buffer, 0, _written);
        }
    }

    internal int WrittenCount
    {
        get
        {
            CommitOwn();
            return _written;
        }
    }

    /// <summary>Starts a document that stays in the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Open()
    {
        Renew();
        _threshold = Never;
        _state = JsonOutputState.Open;
        _limit = _buffer.Length & _openMask;
    }

    /// <summary>Starts a document that is written to a stream in pieces of about <paramref name="threshold"/>
    /// bytes.</summary>
    internal void Open(LeaseCell<JsonOutput> cell, Stream stream, int threshold)
    {
        OpenTarget(threshold);
        _stream = stream;
        Announce(cell, stream);
    }

    /// <summary>Starts a document that is written to another buffer writer.</summary>
    internal void Open(LeaseCell<JsonOutput> cell, IBufferWriter<byte> bufferWriter, int threshold)
    {
        OpenTarget(threshold);
        _bufferWriter = bufferWriter;
        if (bufferWriter is PooledArrayBufferWriter<byte> writer)
            _targetRental = Announce(cell, writer);
        else if (bufferWriter is SegmentedBufferWriter segmented)
            _targetRental = Announce(cell, segmented);
    }

    /// <summary>Writes everything to the target, and flushes it if it is a stream; does nothing without a
    /// target.</summary>
    internal void Flush()
    {
        ThrowIfNotOpen();
        if (_threshold == Never)
        {
            Commit();
            return;
        }

        Debug.Assert(!_isAsynchronous, "The asynchronous lease has no synchronous flush.");
        ReleaseMemory();
        if (_written > 0 || _stream is not null)
            DrainAndResume(flushes: true);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenTarget(int threshold)
    {
        Renew();
        _threshold = Math.Min(threshold, Array.MaxLength); // below Never
        Resume();
    }

    /// <summary>Abandons a document that ends within a value. While the target is being written to, that operation
    /// decides.</summary>
    internal void Abandon()
    {
        if (_state == JsonOutputState.Open)
            Break();
    }

    /// <summary>Rents an array for bytes on their way to the writer. What a stream is given to fill is cleared, in case
    /// that it reports bytes which it has not read.</summary>
    internal byte[] RentPiece(int length)
    {
        byte[] array = RentedArray.Rent(ArrayPool, length);
        Array.Clear(array, 0, length);
        return array;
    }

    internal void ReturnPiece(byte[]? array) =>
        RentedArray.Return(ArrayPool, array ?? [], Clears && array is not null ? array.Length : 0);

    // With this output as its target again, even if the user has reset it to another one.
    private bool TryResetWriter()
    {
        try
        {
            Writer.Reset(this);
            return true;
        }
        catch (ObjectDisposedException)
        {
            return false;
        }
    }

    /// <summary>Makes the writer commit what it has written. Nothing is pending in a disposed writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Commit()
    {
        if (Writer.BytesPending != 0)
            Writer.Flush();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CommitOwn()
    {
        if (_threshold != Never || _state != JsonOutputState.Open)
            ThrowNotOwn();

        Commit();
    }

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowNotOwn()
    {
        ThrowIfNotOpen();
        throw new InvalidOperationException(
            "The lease writes to a target. Only a lease without a target can expose or detach what was written.");
    }

    /// <summary>Throws for a lease that has ended, or for the default value of one.</summary>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowEnded(LeaseCell<JsonOutput>? cell, string leaseName)
    {
        if (cell is null)
            throw EndedRental.Used(leaseName, pool: null, item: null);

        cell.Item.ThrowEnded(leaseName);
    }

    [DoesNotReturn]
    internal void ThrowEnded(string leaseName) =>
        throw EndedRental.Used(leaseName, PoolName, this);

    /// <summary>Makes the writer request memory again before it continues.</summary>
    private void ReleaseMemory()
    {
        try
        {
            Writer.Flush();
        }
        catch (ObjectDisposedException)
        {
            // The user has disposed it, which committed everything and released the memory.
        }
    }

    private void ThrowIfNotOpen()
    {
        if (_state != JsonOutputState.Open)
            ThrowNotOpen();
    }

    /// <summary>Makes the writer start empty, whatever was done to it while it was idle in the pool: a stale reference
    /// may have reset it to another target, which cannot be detected.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Renew()
    {
        if (_state != JsonOutputState.Idle || !TryResetWriter())
            Repair();

        _written = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Repair()
    {
        Utf8JsonWriter old = Writer;
        bool isAlive = TryResetWriter(); // first, so that none of its content is sent anywhere
        Writer = new Utf8JsonWriter(this, old.Options);
        if (isAlive)
            old.Dispose(); // invalidates references that were kept
    }
}
