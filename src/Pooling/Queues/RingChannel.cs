using System.Diagnostics;
using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>Provides a bounded channel over a ring. It has the contract of the channels in the class library, without a
/// lock for each item, and a canceled reader never loses an item.</summary>
/// <typeparam name="T">The item type, a struct or a class. A slot that contains references is cleared when its item is
/// removed.</typeparam>
/// <remarks>
/// <para>The options determine the ring: that of <see cref="SpscRingQueue{T}"/> for a single reader and a single
/// writer, that of <see cref="MpscRingQueue{T}"/> for a single reader, and otherwise, or if the oldest item is to be
/// dropped, that of <see cref="MpmcRingQueue{T}"/>. Unlike the bounded channel of the class library, this one relies on
/// the options being honored.</para>
/// <para>An item stays in the ring until a running reader takes it; it is never handed to a waiting one. So a later
/// reader can get an item if it is faster, the task of a waiting reader completes a little after the write that resumes
/// it, and <c>TryRead</c> does not take the items of waiting writers, but lets them write.</para>
/// <para>Cancellation: a read, write or wait whose token is canceled before its item was moved ends canceled, and moves
/// nothing, also if an item or the completion comes afterwards. Once the cancellation has returned, the operation does
/// not touch the channel any more, so that its caller may go on at once and await the task later.</para>
/// <para>Thread safety: as specified by the options. With a single writer, completing the channel also counts as a
/// writer's operation. A role may move to another thread if the two are synchronized, for example by an await. With a
/// single reader, a <c>ReadAsync</c> that has to wait while another one waits fails with
/// <see cref="InvalidOperationException"/>; so does a second <c>WriteAsync</c> of a single writer, and the first step
/// of a <c>ReadAllAsync</c> loop before another one has ended. Any number of <c>WaitToReadAsync</c> and
/// <c>WaitToWriteAsync</c> calls may wait, and complete together. Other overlapping calls, such as <c>TryRead</c>, can
/// lose or duplicate items, or read the default value, but every call ends; one that detects this throws
/// <see cref="InvalidOperationException"/>.</para>
/// <para>A <c>ReadAllAsync</c> loop checks its cancellation token before each item, also while there are items. On .NET
/// Standard 2.0, readers have no such loop.</para>
/// <para>Interrupts: <see cref="Thread.Interrupt"/> does not end an operation of the channel. It ends the thread's next
/// wait after it.</para>
/// <para>With synchronous continuations, an exception of a continuation does not prevent others from running, and does
/// not reach the code that read, wrote, canceled or completed: it is raised by
/// <see cref="TaskScheduler.UnobservedTaskException"/>. Code that awaits cannot throw here; a delegate that was passed
/// to an awaiter can.</para>
/// <para>Allocation: the constructor allocates one object for each kind of waiting operation. The first write allocates
/// the slots: if there is not enough memory for them, it throws, and the item stays with the caller. Each further
/// operation that waits at the same time as one of its kind allocates another object, which is reused. On .NET Standard
/// 2.0, a waiting operation allocates when it continues.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class RingChannel<T> : Channel<T>, IDisposable
{
    private readonly IDisposable _core;

    /// <summary>Initializes a new instance for any number of readers and writers, in which writers wait while it is
    /// full.</summary>
    /// <param name="capacity">The maximum number of items, from 1 to 536,870,912. It cannot be 0, because items are
    /// never passed directly to a waiting reader.</param>
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

    /// <summary>Initializes a new instance with the specified options.</summary>
    /// <param name="options">The options, as for the bounded channel of the class library. The values are copied. The
    /// capacity must be from 1 to 536,870,912, and the full mode <see cref="BoundedChannelFullMode.Wait"/>,
    /// <see cref="BoundedChannelFullMode.DropWrite"/> or <see cref="BoundedChannelFullMode.DropOldest"/>.</param>
    /// <param name="itemDropped">Called by the writer, without a lock held, with each item that the channel drops; the
    /// callback then owns the item. <see langword="null"/> to ignore dropped items. If it throws, the exception is
    /// passed to the writer, but the new item is in the channel, as in the channel of the class library, unless it is
    /// the one that was dropped. If the channel was completed meanwhile, the new item is refused, and the exception is
    /// raised by <see cref="TaskScheduler.UnobservedTaskException"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is out of range.</exception>
    /// <exception cref="ArgumentException">The full mode is <see cref="BoundedChannelFullMode.DropNewest"/>: a
    /// published slot may already be read, so a ring cannot take it back.</exception>
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

    private RingChannel(int capacity, BoundedChannelFullMode mode, bool singleReader, bool singleWriter, bool inline,
        Action<T>? dropped)
    {
        if (singleReader && mode != BoundedChannelFullMode.DropOldest)
        {
            _core = singleWriter
                ? Open(new SpscRing<T, ProcessorAtomics>(capacity, isLazy: true), canPeek: true)
                : Open(new MpscRing<T, ProcessorAtomics>(capacity, isLazy: true), canPeek: true);
        }
        else
        {
            _core = Open(new MpmcRing<T, ProcessorAtomics>(capacity, isLazy: true), canPeek: false);
        }

        RingChannelCore<T, TRing> Open<TRing>(TRing ring, bool canPeek) where TRing : struct, IRing<T>
        {
            var core = new RingChannelCore<T, TRing>(ring, mode, singleReader, singleWriter, inline, dropped);
            Reader = new RingChannelReader<T, TRing>(core, canPeek);
            Writer = new RingChannelWriter<T, TRing>(core);
            return core;
        }
    }

    /// <summary>Completes the channel, removes all items, and disposes those that are <see cref="IDisposable"/>, so
    /// that leases are returned to their pools. Any thread may call it at any time, also while others read and write.
    /// Calling it again has no effect.</summary>
    /// <remarks>
    /// <para>Each item has one owner: the reader that took it, or this method. With a single reader, readers get
    /// nothing more once this method has returned. If the reader is just taking an item, it gets that one, and its call
    /// disposes the others when it has; the same holds for a single writer that is just adding one, and for its own
    /// item.</para>
    /// <para>All items are disposed even if some throw; then the first exception is thrown to the caller, or, if
    /// another call disposed them, raised by <see cref="TaskScheduler.UnobservedTaskException"/>.</para>
    /// </remarks>
    public void Dispose() => _core.Dispose();

    private string DebuggerText => $"Count = {Reader.Count}, IsCompleted = {Reader.Completion.IsCompleted}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    private static BoundedChannelOptions Checked(BoundedChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.FullMode is not (BoundedChannelFullMode.Wait or BoundedChannelFullMode.DropWrite
            or BoundedChannelFullMode.DropOldest))
        {
            Throw.Argument($"The full mode '{options.FullMode}' is not supported. Use Wait, DropWrite, or DropOldest.",
                nameof(options));
        }

        return options;
    }

    private static int Checked(int capacity, string parameterName)
    {
        const string NoCapacity =
            "The capacity must be at least 1. For a channel without capacity, in which a write waits for "
            + "its reader, use Channel.CreateBounded<T>(0) of .NET 10.";
        if (capacity == 0)
            Throw.ArgumentOutOfRange(parameterName, capacity, NoCapacity);

        return capacity;
    }
}
