using System.Buffers;
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

    private readonly ArrayPool<byte> _arrays;
    private readonly MagazineStore? _store; // where it is kept; none if it may not be leased again
    private readonly ByteBudget _budget;
    private readonly ArrayCharge _charge;
    private byte[] _buffer = []; // changed by exchanges only: whoever takes an array out owns it
    private int _written; // bytes at the start of the buffer that the writer has committed
    private int _limit = -1; // where the memory ends that may be offered without looking further
    private int _threshold = Never;
    private JsonOutputState _state;
    private Stream? _stream; // of these two at most one is set
    private IBufferWriter<byte>? _bufferWriter;

    internal JsonOutput(JsonWriterOptions options, ArrayPool<byte> arrays, ByteBudget budget, MagazineStore? store)
    {
        Writer = new Utf8JsonWriter(this, options);
        _arrays = arrays;
        _store = store;
        _budget = budget;
        _charge = new OutputCharge(budget, this);
    }

    /// <summary>Writes to this output, unless its user has pointed it elsewhere.</summary>
    internal Utf8JsonWriter Writer { get; private set; }

    internal JsonOutputState State => _state;

    /// <summary>The bytes that the buffer takes now.</summary>
    internal int Capacity => _buffer.Length;

    /// <summary>The bytes that this output keeps alive while it is idle; 0 if it was leased meanwhile.</summary>
    internal long RetainedBytes => _state is JsonOutputState.Idle or JsonOutputState.Misused ? _buffer.Length : 0;

    /// <summary>What the writer has written so far. Good until the next write.</summary>
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
        _limit = _buffer.Length;
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

        if (_isAsynchronous)
            Throw.InvalidOperation("The target of the lease is written to asynchronously; use FlushAsync.");

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
        var owner = new PooledArray<byte>(array, written, _arrays, clear: false);
        Expect(array.Length, written);
        if (!TryExchange(array, []))
            ThrowUsedTwice(); // this owner goes nowhere

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
    internal bool TryEnd(LeaseCell<JsonOutput> cell)
    {
        if (_threshold != Never || _store is null || _buffer.Length > MaxKeptBytes)
            return false;

        if (_budget.IsExceeded || _charge.IsOver || cell.Version == LeaseCell<JsonOutput>.Exhausted || !TryResetWriter())
            return false;

        LeaveIdle();
        return _store.TryPush(cell);
    }

    /// <summary>Gives the array back. Called once, when nobody will lease this output again.</summary>
    public void Dispose()
    {
        byte[] array = TakeBuffer();
        _charge.End();
        RentedArray.Return(_arrays, array, clear: 0);
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
        bool isInUse = _state == JsonOutputState.Busy || (_isAsynchronous && _asyncTarget!.IsAwaited);
        bool isSound = false;
        try
        {
            if (isInUse)
                TakeBuffer(); // the lease ended inside a call of the target, which still reads the array: leave both to the garbage collector
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
        if (_buffer.Length > MaxKeptBytes || (_budget.IsExceeded && _buffer.Length > 0))
            ForgetBuffer();

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
            Fail();
    }

    /// <summary>Takes an array for what is on its way to the writer.</summary>
    internal byte[] RentPiece(int length) => RentedArray.Rent(_arrays, length);

    internal void ReturnPiece(byte[]? array) => RentedArray.Return(_arrays, array ?? [], clear: 0);

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
