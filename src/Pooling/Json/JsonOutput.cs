using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>One pooled thing: a writer, the buffer that it writes to, and the drain from there to a target.</summary>
/// <remarks>
/// <para>Invariant: <see cref="_limit"/> is negative unless the state is <see cref="JsonOutputState.Open"/>, so that the fast path of
/// <see cref="GetMemory"/> checks both at once. The memory that the writer holds, if any, starts at <see cref="_written"/>; whoever
/// moves that makes the writer forget its memory first.</para>
/// </remarks>
internal sealed partial class JsonOutput : IBufferWriter<byte>, IDisposable
{
    /// <summary>The threshold of an output that has no target.</summary>
    private const int Never = int.MaxValue;

    // Offered at a time by an output that clears, at least, or as much as it holds: it clears at most about twice what was written.
    private const int ClearingStep = 1024;

    private readonly ArrayPool<byte> _arrays;
    private readonly MagazineStore? _store; // where it is kept; none if it may not be leased again
    private readonly ByteBudget _budget;
    private readonly ArrayCharge _charge;
    private readonly int _maxCapacity;
    private readonly int _maxRetained; // the longest buffer that stays while idle, at most _maxCapacity
    private readonly int _maxSimple; // the longest buffer with which the end of a lease may be simple; none if buffers are cleared
    private readonly int _openMask; // of what is offered without looking further at first: all, or nothing if buffers are cleared
    private byte[] _buffer = []; // changed by exchanges only: whoever takes an array out owns it
    private int _written; // bytes at the start of the buffer that the writer has committed
    private int _limit = -1; // where the memory ends that may be offered without looking further
    private int _offered; // the end of what the writer was ever offered of the buffer, if buffers are cleared
    private int _threshold = Never;
    private JsonOutputState _state;
    private Stream? _stream; // of these two at most one is set
    private IBufferWriter<byte>? _bufferWriter;

    internal JsonOutput(JsonWriterOptions options, JsonRetention retention, MagazineStore? store)
    {
        Writer = new Utf8JsonWriter(this, options);
        _arrays = retention.ArrayPool;
        _store = store;
        _budget = retention.Budget;
        _charge = new OutputCharge(retention.Budget, this);
        _maxCapacity = retention.MaxCapacity;
        _maxRetained = retention.MaxRetainedCapacity;
        _maxSimple = retention.ClearOnReturn ? -1 : _maxRetained;
        _openMask = retention.ClearOnReturn ? 0 : -1;
    }

    /// <summary>Writes to this output, unless its user has pointed it elsewhere.</summary>
    internal Utf8JsonWriter Writer { get; private set; }

    internal JsonOutputState State => _state;

    /// <summary>What a debugger shows of a lease.</summary>
    internal string DebugText => $"{_state}, {(long)_written + Writer.BytesPending} bytes in a buffer of {_buffer.Length}";

    private bool Clears => _openMask == 0;

    /// <summary>The bytes that the buffer takes now.</summary>
    internal int Capacity => _buffer.Length;

    /// <summary>The bytes that this output keeps alive while it is idle; 0 if it was leased meanwhile.</summary>
    internal long RetainedBytes => _state is JsonOutputState.Idle or JsonOutputState.Misused ? _buffer.Length : 0;

    /// <summary>What the writer has written so far. Valid until the next write.</summary>
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

    /// <summary>Starts a document that goes to a stream, in pieces of about <paramref name="threshold"/> bytes.</summary>
    internal void Open(Stream stream, int threshold)
    {
        OpenTarget(threshold);
        _stream = stream;
    }

    /// <summary>Starts a document that goes to another writer.</summary>
    internal void Open(IBufferWriter<byte> bufferWriter, int threshold)
    {
        OpenTarget(threshold);
        _bufferWriter = bufferWriter;
    }

    /// <summary>Brings everything written so far to the target; without one, nothing needs to be done.</summary>
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
        if (_written > 0)
            DrainAndResume();
    }

    /// <summary>Ends a line and starts a new document.</summary>
    internal void NextDocument()
    {
        ThrowIfNotOpen();
        Utf8JsonWriter writer = Writer;
        if (writer.CurrentDepth != 0)
            Throw.InvalidOperation($"The document is incomplete: {writer.CurrentDepth} of its objects and arrays are open.");

        if (writer.BytesPending == 0 && writer.BytesCommitted == 0)
            Throw.InvalidOperation("The document is empty.");

        writer.Flush(); // makes it forget its memory
        GetSpan(1)[0] = (byte)'\n';
        Advance(1);
        writer.Reset();
    }

    /// <summary>Hands the array over and starts a new document in another one.</summary>
    internal PooledArray<byte> Detach()
    {
        CommitOwn();
        int written = _written;
        if (written == 0)
            return new PooledArray<byte>(0);

        byte[] array = _buffer;
        var owner = new PooledArray<byte>(array, written, _arrays, Clears);
        Expect(array.Length, written);
        if (!TryExchange(array, []))
            ThrowUsedTwice(); // this owner goes nowhere

        int offered = TakeOffered(array);
        if (offered > written)
            Array.Clear(array, written, offered - written); // the owner clears what it shows

        _written = 0;
        _limit = 0;
        TryResetWriter(); // a writer that its user has disposed stays disposed
        return owner;
    }

    /// <summary>Ends the lease: brings what is left to the target, and forgets the target and the document.</summary>
    /// <returns><see langword="false"/> if this output must not be leased again.</returns>
    internal bool Close()
    {
        if (_threshold != Never)
            return CloseTarget();

        Forget();
        return TryResetWriter() && _store is not null && !_charge.IsOver;
    }

    /// <summary>Closes this output and puts it back into its pool, if that is as simple as it mostly is: spares the way through the
    /// source.</summary>
    /// <returns><see langword="false"/> if it was not; then the source must take it back.</returns>
    internal bool TryEnd(LeaseCell<JsonOutput> cell, long version)
    {
        if (_threshold != Never || _store is null || _buffer.Length > _maxSimple)
            return false;

        if (_budget.IsExceeded || _charge.IsOver || !TryResetWriter())
            return false;

        LeaveIdle();
        return cell.TryKeep(version);
    }

    /// <summary>Gives the array back. Called once, when nobody will lease this output again.</summary>
    public void Dispose()
    {
        byte[] array = TakeBuffer();
        _charge.End();
        RentedArray.Return(_arrays, array, TakeOffered(array));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenTarget(int threshold)
    {
        Renew();
        _threshold = Math.Min(threshold, Array.MaxLength); // less than Never
        Resume();
    }

    private bool CloseTarget()
    {
        // Asked once: a drain that ends on another thread meanwhile changes the state, and may not be over when it has.
        bool isRead = _state == JsonOutputState.Busy;
        bool isInUse = isRead || (_isAsynchronous && _asyncTarget!.IsAwaited);
        bool isSound = false;
        try
        {
            if (isRead)
                TakeBuffer(); // the lease ended inside a call of the target, which still reads it: both are the garbage collector's
            else if (_state == JsonOutputState.Open && !_isAsynchronous)
                DrainLast();
        }
        finally
        {
            isSound = !isInUse & TryResetWriter() & _store is not null;
            _stream = null;
            _bufferWriter = null;
            ForgetAsyncTarget(isInUse);
            Forget();
        }

        return isSound && !_charge.IsOver;
    }

    private void DrainLast()
    {
        Commit();
        if (_written == 0)
            return;

        try
        {
            Drain();
        }
        finally
        {
            _state = JsonOutputState.Failed; // the call has ended
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Forget()
    {
        if (_buffer.Length > _maxRetained || (_budget.IsExceeded && _buffer.Length > 0))
            ForgetBuffer();
        else if (_offered > 0)
            ClearBuffer();

        LeaveIdle();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void LeaveIdle()
    {
        _written = 0;
        _limit = -1;
        _state = JsonOutputState.Idle;
    }

    /// <summary>Gives up a document that ends within a value. While the target is being written to, that is its matter.</summary>
    internal void Abandon()
    {
        if (_state == JsonOutputState.Open)
            Break();
    }

    /// <summary>Takes an array for what is on its way to the writer.</summary>
    internal byte[] RentPiece(int length) => RentedArray.Rent(_arrays, length);

    internal void ReturnPiece(byte[]? array) => RentedArray.Return(_arrays, array ?? [], Clears && array is not null ? array.Length : 0);

    // With this output as its target again, whatever the user has pointed the writer to.
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

    /// <summary>Makes the writer tell how much it has written. Nothing is pending in a disposed writer.</summary>
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
        throw new InvalidOperationException("The lease writes to a target; only a lease without one shows or hands over what was written.");
    }

    /// <summary>Makes the writer ask for memory again before it writes on.</summary>
    private void ReleaseMemory()
    {
        try
        {
            Writer.Flush();
        }
        catch (ObjectDisposedException)
        {
            // Its user has disposed it, which committed everything and released the memory.
        }
    }

    private void ThrowIfNotOpen()
    {
        if (_state != JsonOutputState.Open)
            ThrowNotOpen();
    }

    /// <summary>Makes the writer start with nothing, whatever was done to it or through it while it lay in the pool: whoever kept it may
    /// have pointed it elsewhere, which nothing tells.</summary>
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
        bool isAlive = TryResetWriter(); // first, so that nothing of it goes anywhere
        Writer = new Utf8JsonWriter(this, old.Options);
        if (isAlive)
            old.Dispose(); // whoever keeps it is cut off
    }
}
