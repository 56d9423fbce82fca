using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Objects;

/// <summary>Compares object pools in a loop that processes messages.</summary>
internal sealed partial class ObjectsSection : ISection
{
    /// <inheritdoc/>
    public string Name => "objects";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        return new SectionResult(
            Name,
            "Objects",
            $"A message-processing loop with items of {Notification.Size} bytes: rent one, decode into it, handle it, "
                + "reset it and return it.",
            [
                context.Compare(OneAtATime()),
                context.Compare(ManyHeld()),
                context.Compare(TwoThreads()),
            ]);
    }

    private static Comparison OneAtATime() => new(
        "One message at a time",
        "Each message is returned before the next one is rented.",
        [New(), Default(), Magazine(), Lease()])
    {
        Unit = "message",
        Published = [new("OPCUA MonitoredItemNotification", "new", 0.67, 0.004)],
    };

    private static Comparison TwoThreads() => new(
        "Two threads at once",
        "Both threads share one pool and process messages as fast as they can. The time is for one message on one thread.",
        [New(), Default(), Magazine(), Lease()])
    {
        Unit = "message",
        Threads = 2,
    };

    private static Contender New() => new("new", Side.Without, static count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            var item = new Notification();
            item.Decode(i);
            sum += item.Handle();
        }

        return sum;
    });

    private static Contender Default()
    {
        ObjectPool<Notification> pool = new DefaultObjectPool<Notification>(new NotificationPolicy());
        return new("DefaultObjectPool", Side.Without, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                Notification item = pool.Get();
                item.Decode(i);
                sum += item.Handle();
                pool.Return(item);
            }

            return sum;
        });
    }

    private static Contender Magazine()
    {
        var pool = new MagazinePool<Notification>(new NotificationPolicy());
        return new("MagazinePool", Side.Pooled, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                Notification item = pool.Get();
                item.Decode(i);
                sum += item.Handle();
                pool.Return(item);
            }

            return sum;
        });
    }

    private static Contender Lease()
    {
        var pool = new LeasePool<Notification>(new NotificationPolicy());
        return new("LeasePool", Side.Pooled, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                using PooledLease<Notification> lease = pool.Rent();
                Notification item = lease.Value;
                item.Decode(i);
                sum += item.Handle();
            }

            return sum;
        });
    }
}
