using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests the references that a queue keeps, and its allocations.
public abstract partial class QueueTests
{
#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Items_InAndOut_AllocateNothing()
    {
        using QueueDriver<(object, long)> queue = Create<(object, long)>(8);
        object payload = new();
        var span = new (object, long)[3];

        AllocationAssert.Zero(() =>
        {
            queue.TryEnqueue((payload, 1));
            queue.EnqueueMany(span);
            _ = queue.Count;
            queue.TryDequeue(out _);
            queue.DequeueMany(span);
            queue.TryEnqueue((payload, 2));
            queue.Drain(static (_, _) => { }, 0);
        });
    }
#endif

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasDequeued_Dies()
    {
        using QueueDriver<object> queue = Create<object>(4);

        AssertDies(Pass(queue, static queue => queue.TryDequeue(out _)), queue);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_InAStructThatWasDequeued_Dies()
    {
        using QueueDriver<(long, object)> queue = Create<(long, object)>(4);

        AssertDies(PassInStruct(queue), queue);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasDequeuedIntoASpan_Dies()
    {
        using QueueDriver<object> queue = Create<object>(4);

        AssertDies(Pass(queue, static queue => queue.DequeueMany(new object[3])), queue);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasDrained_Dies()
    {
        using QueueDriver<object> queue = Create<object>(4);

        AssertDies(Pass(queue, static queue => queue.Drain(static (_, _) => { }, 0)), queue);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Object_ThatWasThereAtDispose_Dies()
    {
        QueueDriver<object> queue = Create<object>(4);

        AssertDies(Pass(queue, static queue => queue.Dispose()), queue);
    }

    /// <summary>Adds an object to a queue and removes it, on a thread that has ended afterwards.</summary>
    protected static WeakReference Pass(QueueDriver<object> queue, Action<QueueDriver<object>> take)
    {
        WeakReference? reference = null;
        TestThread.Run(() =>
        {
            reference = Add(queue);
            take(queue);
        });
        return reference!;
    }

    protected static void AssertDies(WeakReference reference, object queue)
    {
        Collector.WaitForDeath(reference);
        GC.KeepAlive(queue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Add(QueueDriver<object> queue)
    {
        object item = new();
        queue.TryEnqueue(item);
        return new WeakReference(item);
    }

    private static WeakReference PassInStruct(QueueDriver<(long, object)> queue)
    {
        WeakReference? reference = null;
        TestThread.Run(() =>
        {
            reference = AddInStruct(queue);
            queue.TryDequeue(out _);
        });
        return reference!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference AddInStruct(QueueDriver<(long, object)> queue)
    {
        object item = new();
        queue.TryEnqueue((1, item));
        return new WeakReference(item);
    }
}
