using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Objects;

// The contenders that hold a batch of items at the same time.
internal sealed partial class ObjectsSection
{
    private const int Held = 1000;

    private static Comparison ManyHeld() => new(
        "1,000 messages held at once",
        "A batch of 1,000 is decoded, handled and returned. DefaultObjectPool is configured to keep 1,000 (its default is "
            + "two for each processor).",
        [NewHeld(), DefaultHeld(), MagazineHeld(), MagazineBulk(), LeaseHeld()])
    {
        Unit = "message",
        Multiple = Held,
    };

    private static Contender NewHeld()
    {
        var items = new Notification[Held];
        return new("new", Side.Without, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += items.Length)
            {
                for (int i = 0; i < items.Length; i++)
                {
                    items[i] = new Notification();
                    items[i].Decode(i);
                }

                sum += HandleAll(items);
            }

            return sum;
        });
    }

    private static Contender DefaultHeld()
    {
        ObjectPool<Notification> pool = new DefaultObjectPool<Notification>(new NotificationPolicy(), Held);
        var items = new Notification[Held];
        return new("DefaultObjectPool", Side.Without, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += items.Length)
            {
                for (int i = 0; i < items.Length; i++)
                {
                    items[i] = pool.Get();
                    items[i].Decode(i);
                }

                sum += HandleAll(items);
                foreach (Notification item in items)
                    pool.Return(item);
            }

            return sum;
        });
    }

    private static Contender MagazineHeld()
    {
        var pool = new MagazinePool<Notification>(new NotificationPolicy());
        var items = new Notification[Held];
        return new("MagazinePool", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += items.Length)
            {
                for (int i = 0; i < items.Length; i++)
                {
                    items[i] = pool.Get();
                    items[i].Decode(i);
                }

                sum += HandleAll(items);
                foreach (Notification item in items)
                    pool.Return(item);
            }

            return sum;
        });
    }

    private static Contender MagazineBulk()
    {
        var pool = new MagazinePool<Notification>(new NotificationPolicy());
        var items = new Notification[Held];
        return new("MagazinePool.GetMany", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += items.Length)
            {
                pool.GetMany(items);
                for (int i = 0; i < items.Length; i++)
                    items[i].Decode(i);

                sum += HandleAll(items);
                pool.ReturnMany(items);
            }

            return sum;
        });
    }

    private static Contender LeaseHeld()
    {
        var pool = new LeasePool<Notification>(new NotificationPolicy());
        var leases = new PooledLease<Notification>[Held];
        return new("LeasePool", Side.Pooled, count =>
        {
            long sum = 0;
            for (int done = 0; done < count; done += leases.Length)
            {
                for (int i = 0; i < leases.Length; i++)
                {
                    leases[i] = pool.Rent();
                    leases[i].Value.Decode(i);
                }

                foreach (PooledLease<Notification> lease in leases)
                    sum += lease.Value.Handle();

                foreach (PooledLease<Notification> lease in leases)
                    lease.Dispose();
            }

            return sum;
        });
    }

    private static long HandleAll(Notification[] items)
    {
        long sum = 0;
        foreach (Notification item in items)
            sum += item.Handle();

        return sum;
    }
}
