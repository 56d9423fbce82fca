using System.Diagnostics;
using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>A bounded channel over a ring: the contract of the channels of the base class library, without their lock for each item, and
/// without a way for a cancelled reader to lose one.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that holds references is cleared when its item leaves.</typeparam>
/// <remarks>
/// <para>The ring follows from the options: with a single reader and a single writer that of <see cref="SpscRingQueue{T}"/>, with a single
/// reader that of <see cref="MpscRingQueue{T}"/>, else, and always if the oldest item is to be dropped, that of
/// <see cref="MpmcRingQueue{T}"/>. Unlike the base class library's bounded channel, this one relies on what the options promise.</para>
/// <para>An item stays in the ring until a reader that is running takes it; it is never handed to one that waits. So an item goes to a
/// reader that came later if that one is faster, and a cancelled read takes nothing.</para>
/// <para>Thread safety: as the options say. With a single writer, completing the channel is a writer's operation, too. A role may move to
/// another thread if something orders the two, as an await does. Where a single reader was promised, a <c>ReadAsync</c> that has to wait
/// while another waits fails with <see cref="InvalidOperationException"/>, and so does a second <c>WriteAsync</c> of a single writer; any
/// number of <c>WaitToReadAsync</c> and <c>WaitToWriteAsync</c> may wait, and end together. Calls that overlap and do not wait are not
/// found out: items may then be lost or come twice, and a call may never return.</para>
/// <para>With synchronous continuations, what a continuation throws keeps nobody else from going on, and does not reach the one who read,
/// wrote, cancelled or completed: it comes out of <see cref="TaskScheduler.UnobservedTaskException"/>. Code that awaits throws nothing
/// here; a delegate given to an awaiter can.</para>
/// <para>Allocation: the slots and one object for each kind of operation that waits, by the constructor, and another for each that waits at
/// the same time as one of its kind, which is used again; on .NET Standard 2.0 a waiting operation allocates when it goes on.</para>
/// </remarks>
[DebuggerDisplay("Count = {Reader.Count}, IsCompleted = {Reader.Completion.IsCompleted}")]
public sealed class RingChannel<T> : Channel<T>, IDisposable
{
    private readonly IDisposable _core;

    /// <summary>Initializes a new instance for any number of readers and writers; writers wait while it is full.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912. Not 0: no item is passed to a reader that waits.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is out of range.</exception>
    public RingChannel(int capacity)
        : this(
            Checked(capacity, nameof(capacity)),
            BoundedChannelFullMode.Wait,
            singleReader: false,
            singleWriter: false,
            inline: false,
            dropped: null)
    {
    }

    /// <summary>Initializes a new instance with options.</summary>
    /// <param name="options">As for the base class library's bounded channel; the values are copied. The capacity is from 1 to 536,870,912,
    /// and the full mode is <see cref="BoundedChannelFullMode.Wait"/>, <see cref="BoundedChannelFullMode.DropWrite"/> or
    /// <see cref="BoundedChannelFullMode.DropOldest"/>.</param>
    /// <param name="itemDropped">Called by the writer, under no lock, with each item that the channel drops, which it owns from then on;
    /// <see langword="null"/> to ignore them. An exception that it throws reaches the writer, and the new item is not written.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is out of range.</exception>
    /// <exception cref="ArgumentException">The full mode is <see cref="BoundedChannelFullMode.DropNewest"/>, which a ring cannot
    /// do.</exception>
    public RingChannel(BoundedChannelOptions options, Action<T>? itemDropped = null)
        : this(
            Checked(Checked(options).Capacity, nameof(options)),
            options.FullMode,
            options.SingleReader,
            options.SingleWriter,
            options.AllowSynchronousContinuations,
            itemDropped)
    {
    }

    private RingChannel(int capacity, BoundedChannelFullMode mode, bool singleReader, bool singleWriter, bool inline, Action<T>? dropped)
    {
        if (singleReader && mode != BoundedChannelFullMode.DropOldest)
        {
            _core = singleWriter
                ? Open(new SpscRing<T, ProcessorAtomics>(capacity), canPeek: true)
                : Open(new MpscRing<T, ProcessorAtomics>(capacity), canPeek: true);
        }
        else
        {
            _core = Open(new MpmcRing<T, ProcessorAtomics>(capacity), canPeek: false);
        }

        RingChannelCore<T, TRing> Open<TRing>(TRing ring, bool canPeek) where TRing : struct, IRing<T>
        {
            var core = new RingChannelCore<T, TRing>(ring, mode, singleReader, singleWriter, inline, dropped);
            Reader = new RingChannelReader<T, TRing>(core, canPeek);
            Writer = new RingChannelWriter<T, TRing>(core);
            return core;
        }
    }

    /// <summary>Completes the channel, removes all items and disposes those that are <see cref="IDisposable"/>, so that leases return to
    /// their pools. A reader's operation, and with a single writer also the writer's. A second call has no effect.</summary>
    /// <remarks>All items are disposed also if one of them throws; then the first exception reaches the caller.</remarks>
    public void Dispose() => _core.Dispose();

    private static BoundedChannelOptions Checked(BoundedChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.FullMode is not (BoundedChannelFullMode.Wait or BoundedChannelFullMode.DropWrite or BoundedChannelFullMode.DropOldest))
            Throw.Argument($"The full mode {options.FullMode} is none of Wait, DropWrite and DropOldest.", nameof(options));

        return options;
    }

    private static int Checked(int capacity, string parameterName)
    {
        const string NoCapacity = "A ring holds one item at least. A channel that holds none, where a write waits for its reader, is "
            + "Channel.CreateBounded<T>(0) of .NET 10.";
        if (capacity == 0)
            Throw.ArgumentOutOfRange(parameterName, capacity, NoCapacity);

        return capacity;
    }
}
