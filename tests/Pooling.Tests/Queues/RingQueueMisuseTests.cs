using System.Diagnostics;
using System.Reflection;
using Pooling.Doubles;

namespace Pooling.Queues;

/// <summary>Tests a queue that two threads use without a lock. It may lose items, count incorrectly or throw, but never reads or writes
/// outside its storage.</summary>
/// <remarks>Whatever another thread does in the meantime, a member sees some combination of values in the fields. The tests use these
/// combinations.</remarks>
public sealed class RingQueueMisuseTests
{
    private const int MaxCapacity = 64;

    private static readonly int[] s_lengths = [0, 2, 4, 8];
    private static readonly int[] s_counts = [-3, 0, 1, 2, 3, 8, 9, 33, MaxCapacity];
    private static readonly int[] s_rooms = [0, 2, 8, MaxCapacity];

    /// <summary>Gets positions at which a queue without its masks would read the array after its own.</summary>
    public static TheoryData<int> HeadsInsideTheNeighbours => [8, 12, 16, 31, 40];

    public static TheoryData<int> OtherHeads => [0, 1, 2, 3, 7, -1, -2, int.MaxValue, int.MinValue, 1 << 20];

    [Theory]
    [MemberData(nameof(HeadsInsideTheNeighbours))]
    [MemberData(nameof(OtherHeads))]
    public void Values_OfFieldsThatDoNotFitTogether_StayInTheStorage(int head) =>
        CheckAll(head, WideItem.Of(-7777), static number => WideItem.Of(number),
            static item => item == default || (item.IsWhole && item.A is >= 0 and < 1000));

    [Theory]
    [MemberData(nameof(HeadsInsideTheNeighbours))]
    [MemberData(nameof(OtherHeads))]
    public void References_OfFieldsThatDoNotFitTogether_StayInTheStorage(int head) =>
        CheckAll<object>(head, "neighbour", static number => number, static item => item is null or int);

    // The state of the fields between two lines of TrimExcess.
    [Fact]
    public void TryDequeue_WhileTheStorageShrinks_ReadsNoNeighbour()
    {
        var storage = new GuardedSlots<WideItem>(2, WideItem.Of(-7777));
        using RingQueue<WideItem> queue = storage.CreateQueue(head: 12, count: 1, room: 16);

        Assert.True(queue.TryDequeue(out WideItem item));
        Assert.Equal(default, item);
    }

    // The state after another thread's Dispose, or TrimExcess of an empty queue, for a thread that has checked the room before.
    [Fact]
    public void TryEnqueue_WhileTheStorageGoes_WritesToNoNeighbour()
    {
        var storage = new GuardedSlots<WideItem>(0, WideItem.Of(-7777));
        using RingQueue<WideItem> queue = storage.CreateQueue(head: 12, count: 1, room: 16);

        Assert.Throws<InvalidOperationException>(() => queue.TryEnqueue(WideItem.Of(1)));
        Assert.True(storage.NeighboursAreUntouched);
    }

    [Fact]
    public void Values_OfThreadsWithoutALock_StayInTheStorage() =>
        Hammer(static number => WideItem.Of(number), static _ => true); // torn items are allowed, because a copy of 32 bytes is not atomic

    [Fact]
    public void References_OfThreadsWithoutALock_StayInTheStorage() =>
        Hammer<object>(static number => new Labelled(number), static item => item is null or Labelled { IsWhole: true });

    private static void CheckAll<T>(int head, T neighbour, Func<int, T> create, Func<T, bool> mayBe)
    {
        foreach (int length in s_lengths)
        {
            foreach (int count in s_counts)
            {
                foreach (int room in s_rooms)
                {
                    foreach (Action<RingQueue<T>, Func<int, T>, Action<T>> member in Members<T>())
                        Check(length, head, count, room, neighbour, create, mayBe, member);
                }
            }
        }
    }

    private static void Check<T>(int length, int head, int count, int room, T neighbour, Func<int, T> create, Func<T, bool> mayBe,
        Action<RingQueue<T>, Func<int, T>, Action<T>> member)
    {
        var storage = new GuardedSlots<T>(length, neighbour);
        for (int i = 0; i < length; i++)
            storage.Slots[i] = create(i);

        RingQueue<T> queue = storage.CreateQueue(head, count, room);
        try
        {
            member(queue, create,
                item => Assert.True(mayBe(item), $"{item} came from outside: length {length}, head {head}, count {count}, room {room}."));
        }
        catch (Exception exception) when (exception is InvalidOperationException or IndexOutOfRangeException)
        {
        }

        Assert.True(storage.NeighboursAreUntouched, $"A write went outside: length {length}, head {head}, count {count}, room {room}.");
    }

    private static void Hammer<T>(Func<int, T> create, Func<T, bool> mayBe)
    {
        const int Rounds = 40_000;
        Action<RingQueue<T>, Func<int, T>, Action<T>>[] members = [.. Members<T>()];
        var queue = new RingQueue<T>(0, MaxCapacity);
        var time = Stopwatch.StartNew();
        TestThread.RunAll(4, thread =>
        {
            var random = new Random(thread);
            for (int round = 0; round < Rounds && time.Elapsed < TimeSpan.FromSeconds(2); round++)
            {
                // Usually growing and shrinking, which change the storage.
                int member = random.Next(4) == 0 ? random.Next(members.Length - 1) : round % 2 == 0 ? 1 : members.Length - 2;
                try
                {
                    members[member](queue, create, item => Assert.True(mayBe(item), "An item came from outside."));
                }
                catch (Exception exception) when (exception is InvalidOperationException or IndexOutOfRangeException)
                {
                }
            }
        });
    }

    /// <summary>Returns all members that access the storage. Dispose is the last, because the queue cannot be used after it.</summary>
    private static IEnumerable<Action<RingQueue<T>, Func<int, T>, Action<T>>> Members<T>() =>
    [
        static (queue, create, _) => queue.TryEnqueue(create(100)),
        static (queue, create, _) => queue.EnqueueMany([create(101), create(102), create(103), create(104), create(105)]),
        static (queue, create, _) => queue.EnqueueMany([create(106)]),
        static (queue, create, see) => queue.TryEnqueueOverwrite(create(107), static (item, see) => see(item), see),
        static (queue, _, see) => see(queue.TryDequeue(out T? item) ? item : item!),
        static (queue, _, see) =>
        {
            var items = new T[9];
            for (int i = queue.DequeueMany(items) - 1; i >= 0; i--)
                see(items[i]);
        },
        static (queue, _, see) => queue.DequeueMany(new T[1]),
        static (queue, _, see) => see(queue.TryPeek(out T? item) ? item : item!),
        static (queue, _, see) => queue.TryDequeueIf(static (item, see) => See(see, item), see, out T? _),
        static (queue, _, see) => queue.Drain(static (item, see) => see(item), see),
        static (queue, _, see) =>
        {
            queue.GetSpans(out ReadOnlySpan<T> first, out ReadOnlySpan<T> second);
            foreach (T item in first)
                see(item);

            foreach (T item in second)
                see(item);
        },
        static (queue, _, see) =>
        {
            foreach (T item in queue)
                see(item);
        },
        static (queue, _, see) => see(queue.GetEnumerator().Current),
        static (queue, _, _) => queue.Clear(),
        static (queue, _, _) => queue.TrimExcess(),
        static (queue, _, _) => queue.Dispose(),
    ];

    private static bool See<T>(Action<T> see, T item)
    {
        see(item);
        return true;
    }

    private sealed class Labelled(int number)
    {
        private readonly long _label = ~(long)number;

        internal bool IsWhole => _label == ~(long)number;
    }

    /// <summary>A storage between two arrays that are adjacent to it in memory, and are only accessed by a faulty queue.</summary>
    private sealed class GuardedSlots<T>
    {
        private readonly T _neighbour;
        private readonly T[] _before;
        private readonly T[] _behind;

        internal GuardedSlots(int length, T neighbour)
        {
            _neighbour = neighbour;
            _before = new T[MaxCapacity];
            Slots = new T[length];
            _behind = new T[MaxCapacity];
            _before.AsSpan().Fill(neighbour);
            _behind.AsSpan().Fill(neighbour);
        }

        internal T[] Slots { get; }

        internal bool NeighboursAreUntouched => Array.TrueForAll(_before, IsNeighbour) && Array.TrueForAll(_behind, IsNeighbour);

        internal RingQueue<T> CreateQueue(int head, int count, int room)
        {
            var queue = new RingQueue<T>(0, MaxCapacity);
            Set(queue, "_slots", Slots);
            Set(queue, "_head", head);
            Set(queue, "_count", count);
            Set(queue, "_room", room);
            return queue;
        }

        private bool IsNeighbour(T item) => EqualityComparer<T>.Default.Equals(item, _neighbour);

        private static void Set(RingQueue<T> queue, string field, object value) =>
            typeof(RingQueue<T>).GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(queue, value);
    }
}
