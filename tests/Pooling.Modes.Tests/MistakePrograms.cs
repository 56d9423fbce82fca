using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Queues;
using Pooling.Testing;

namespace Pooling.Modes;

/// <summary>The mistakes of the documentation, each with what happens next in a busy program: the pool rents to somebody else, and the
/// wrong reference is used.</summary>
internal sealed class MistakePrograms : IDisposable
{
    private readonly TestArrayPool<byte> _arrays = new();
    private readonly BufferWriterPool _writers;
    private readonly Utf8JsonWriterPool _json;
    private readonly MagazinePool<Item> _objects = MagazinePool.Create<Item>();

    internal MistakePrograms()
    {
        _writers = new BufferWriterPool(arrayPool: _arrays);
        _json = new Utf8JsonWriterPool(arrayPool: _arrays);
    }

    internal static string[] Names { get; } =
    [
        "A lease is discarded",
        "A lease is never disposed",
        "A writer is used after the end of its lease",
        "A leased writer is disposed",
        "A leased writer is in a using statement",
        "A writer is returned out of the using of its lease",
        "The memory of a writer is returned",
        "The result of Detach is dropped",
        "The result of Retain is dropped",
        "An asynchronous copy of a leased writer is not awaited",
        "A reservation is forgotten",
        "Get is called without Return",
        "A JSON lease is dropped",
        "Nothing reads whether a queue accepted a lease",
        "An asynchronous JSON lease is never disposed",
        "A lease is returned out of its own using",
        "A consumer never disposes what it reads",
        "An object is returned twice",
        "JSON is read before it is flushed",
    ];

    /// <summary>Returns the name of the method that makes a mistake.</summary>
    internal static string MethodOf(string name) => new MistakePrograms().Of(name).Method.Name;

    /// <summary>Returns the program with a mistake.</summary>
    internal Action Of(string name) => Array.IndexOf(Names, name) switch
    {
        0 => Discarded,
        1 => NeverDisposed,
        2 => UsedAfterTheEnd,
        3 => WriterDisposed,
        4 => WriterInUsing,
        5 => WriterReturned,
        6 => MemoryReturned,
        7 => DetachDropped,
        8 => RetainDropped,
        9 => CopyNotAwaited,
        10 => ReservationForgotten,
        11 => GetWithoutReturn,
        12 => JsonDropped,
        13 => QueueIgnored,
        14 => AsyncJsonNeverDisposed,
        15 => LeaseReturned,
        16 => ReadNotDisposed,
        17 => ReturnedTwice,
        18 => JsonNotFlushed,
        _ => throw new ArgumentException("No such mistake.", nameof(name)),
    };

    /// <summary>Asserts what a user's test would: all leases and arrays are back.</summary>
    internal void AssertAllReturned()
    {
        _writers.AssertAllReturned();
        _json.AssertAllReturned();
        _objects.AssertAllReturned();
        _writers.Trim();
        _json.Trim();
        _arrays.AssertAllReturned();
    }

    public void Dispose()
    {
        _writers.Dispose();
        _json.Dispose();
        _objects.Dispose();
    }

    internal void WithoutMistake()
    {
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent())
        {
            lease.Value.WriteUtf8("text");
            using PooledArray<byte> kept = lease.Value.Detach();
        }

        using (PooledUtf8JsonWriter json = _json.Rent())
            json.Writer.WriteNumberValue(1);

        _objects.Return(_objects.Get());
        using SharedBuffer message = SharedBuffer.Create("text"u8, _arrays);
        using SharedBuffer other = message.Retain();
    }

    private void Discarded() => _writers.Rent();

    private void NeverDisposed()
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        lease.Value.WriteUtf8("text");
    }

    private void UsedAfterTheEnd()
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        PooledArrayBufferWriter<byte> stale = lease.Value;
        lease.Dispose();
        UseWhileAnotherRents(() => stale.WriteUtf8("text"));
    }

    private void WriterDisposed()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        lease.Value.Dispose();
    }

    private void WriterInUsing()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        using (lease.Value)
            lease.Value.WriteUtf8("text");
    }

    private void WriterReturned()
    {
        PooledArrayBufferWriter<byte> stale = Encode();
        UseWhileAnotherRents(() => _ = stale.WrittenCount);

        PooledArrayBufferWriter<byte> Encode()
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
            lease.Value.WriteUtf8("text");
            return lease.Value;
        }
    }

    private void MemoryReturned()
    {
        ReadOnlyMemory<byte> stale = Encode();
        UseWhileAnotherRents(() => _ = stale.Span[0]);

        ReadOnlyMemory<byte> Encode()
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
            lease.Value.WriteUtf8("text");
            return lease.Value.WrittenMemory;
        }
    }

    private void DetachDropped()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        lease.Value.WriteUtf8("text");
        lease.Value.Detach();
    }

    private void RetainDropped()
    {
        using SharedBuffer message = SharedBuffer.Create("text"u8, _arrays);
        message.Retain();
    }

    private void CopyNotAwaited()
    {
        var target = new SlowStream();
        ValueTask copy = Copy();
        UseWhileAnotherRents(static () => { });
        target.Continue();
        copy.AsTask().GetAwaiter().GetResult();

        ValueTask Copy()
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
            lease.Value.WriteUtf8("text");
            return lease.Value.CopyToAsync(target);
        }
    }

    private void ReservationForgotten()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        lease.Value.Reserve(4);
        lease.Value.WriteUtf8("text");
        _ = lease.Value.WrittenSpan;
    }

    private void GetWithoutReturn()
    {
        Item item = _objects.Get();
        item.Value++;
    }

    private void JsonDropped()
    {
        PooledUtf8JsonWriter json = _json.Rent();
        json.Writer.WriteNumberValue(1);
    }

    private void QueueIgnored()
    {
        using var queue = new SpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>>(2);
        for (int i = 0; i < 3; i++)
            queue.TryEnqueue(_writers.Rent()); // the third one finds no room

        while (queue.TryDequeue(out PooledLease<PooledArrayBufferWriter<byte>> lease))
            lease.Dispose();
    }

    private void AsyncJsonNeverDisposed()
    {
        PooledAsyncUtf8JsonWriter json = _json.RentAsyncWriter(new MemoryStream());
        json.Writer.WriteNumberValue(1);
        json.FlushAsync().AsTask().GetAwaiter().GetResult();
    }

    private void LeaseReturned()
    {
        PooledLease<PooledArrayBufferWriter<byte>> stale = Encode();
        UseWhileAnotherRents(() => _ = stale.Value);

        PooledLease<PooledArrayBufferWriter<byte>> Encode()
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
            lease.Value.WriteUtf8("text");
            return lease;
        }
    }

    private void ReadNotDisposed()
    {
        using var queue = new SpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>>(4);
        PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        if (!queue.TryEnqueue(lease))
            lease.Dispose();

        while (queue.TryDequeue(out PooledLease<PooledArrayBufferWriter<byte>> read))
            read.Value.WriteUtf8("text");
    }

    private void ReturnedTwice()
    {
        Item item = _objects.Get();
        _objects.Return(item);
        _objects.Return(item);
    }

#pragma warning disable POOL005 // the mistake
    private void JsonNotFlushed()
    {
        using var stream = new MemoryStream();
        using PooledUtf8JsonWriter json = _json.Rent(stream);
        json.Writer.WriteNumberValue(1);
        stream.ToArray();
    }
#pragma warning restore POOL005

    private void UseWhileAnotherRents(Action use)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> next = _writers.Rent();
        next.Value.WriteUtf8("of another");
        use();
    }
}
