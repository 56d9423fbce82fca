using Microsoft.Extensions.ObjectPool;

namespace Pooling.Objects;

/// <content>Tests the same calls on our pools and those of the default provider. They may return different ones of several idle items,
/// so items are only distinguished by their history.</content>
public sealed partial class MagazinePoolProviderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Pools_OfResettableItems_DoAsTheDefaultOnes(int seed) => AssertSame(
        seed,
        static provider => provider.Create<ResettableItem>(),
        static (item, refuses) => item.Refuses = refuses,
        static item => item.Story);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Pools_OfDisposableItems_DoAsTheDefaultOnes(int seed) => AssertSame(
        seed,
        static provider => provider.Create<DisposableItem>(),
        static (item, refuses) => item.Refuses = refuses,
        static item => item.Story);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Pools_WithAPolicy_DoAsTheDefaultOnes(int seed)
    {
        var ours = new RecordingPolicy();
        var theirs = new RecordingPolicy();
        AssertSame(
            seed,
            provider => provider.Create(provider is MagazinePoolProvider ? ours : theirs),
            static (item, refuses) => item.Refuses = refuses,
            static item => item.Story);

        Assert.Equal(theirs.Story, ours.Story);
        Assert.Contains("create", ours.Story);
        Assert.Contains("refuse", ours.Story);
    }

    [Fact]
    public void Pools_WhosePolicyThrows_ThrowTheSame()
    {
        foreach (ObjectPoolProvider provider in BothProviders())
        {
            var policy = new RecordingPolicy();
            ObjectPool<ResettableItem> pool = provider.Create(policy);
            ResettableItem item = pool.Get();
            policy.Throws = true;

            Assert.Throws<InjectedFaultException>(pool.Get);
            Assert.Throws<InjectedFaultException>(() => pool.Return(item));
            policy.Throws = false;
            Assert.NotSame(item, pool.Get()); // an item that could not be reset is dropped
        }
    }

    [Fact]
    public void Pools_OfDisposableItems_EndAsTheDefaultOnes()
    {
        foreach (ObjectPoolProvider provider in BothProviders())
        {
            ObjectPool<DisposableItem> pool = provider.Create<DisposableItem>();
            DisposableItem held = pool.Get();
            DisposableItem idle = pool.Get();
            pool.Return(idle);
            ((IDisposable)pool).Dispose();
            Assert.Equal((1, 0), (idle.Disposals, held.Disposals));
            pool.Return(held);
            ((IDisposable)pool).Dispose();

            Assert.Equal((1, 1), (idle.Disposals, held.Disposals));
            Assert.Throws<ObjectDisposedException>(pool.Get);
        }
    }

    /// <summary>Checks the differences that the provider's documentation states.</summary>
    [Fact]
    public void Pools_OfNothing_RefuseWhatTheDefaultOnesTake()
    {
        ObjectPool<ResettableItem>[] theirsAndOurs = [.. BothProviders().Select(static provider => provider.Create(new NothingPolicy()))];

        Assert.Null(theirsAndOurs[0].Get());
        Assert.Throws<InvalidOperationException>(theirsAndOurs[1].Get);
        theirsAndOurs[0].Return(null!);
        Assert.Throws<ArgumentNullException>(() => theirsAndOurs[1].Return(null!));
    }

    private static IEnumerable<ObjectPoolProvider> BothProviders() =>
        [new DefaultObjectPoolProvider { MaximumRetained = 100 }, new MagazinePoolProvider()];

    /// <summary>Rents and returns at random, up to 30 items at a time, which both pools keep. After each call both must have the same
    /// state.</summary>
    private static void AssertSame<T>(
        int seed, Func<ObjectPoolProvider, ObjectPool<T>> create, Action<T, bool> setRefusal, Func<T, string> storyOf) where T : class
    {
        string[] stories = [.. BothProviders().Select(provider => Run(new Random(seed), create(provider), setRefusal, storyOf))];

        Assert.Equal(stories[0], stories[1]);
    }

    private static string Run<T>(Random random, ObjectPool<T> pool, Action<T, bool> setRefusal, Func<T, string> storyOf) where T : class
    {
        var story = new List<string>();
        var held = new List<T>();
        var seen = new HashSet<T>();
        for (int i = 0; i < 2000; i++)
        {
            if (held.Count < 30 && random.Next(2) == 0)
            {
                T item = pool.Get();
                Assert.DoesNotContain(item, held);
                story.Add($"{(seen.Add(item) ? "new" : "used")} {storyOf(item)}");
                setRefusal(item, false);
                held.Add(item);
            }
            else if (held.Count > 0)
            {
                int index = random.Next(held.Count);
                T item = held[index];
                held.RemoveAt(index);
                setRefusal(item, random.Next(5) == 0);
                pool.Return(item);
                story.Add($"returned {storyOf(item)}");
            }
        }

        return string.Join("\n", story);
    }

    private class ResettableItem : IResettable
    {
        internal bool Refuses { get; set; }

        internal virtual string Story => Refuses ? "refused" : "kept";

        public bool TryReset() => !Refuses;
    }

    private sealed class DisposableItem : ResettableItem, IDisposable
    {
        internal int Disposals { get; private set; }

        internal override string Story => $"{base.Story}, disposed {Disposals} times";

        public void Dispose() => Disposals++;
    }

    private sealed class NothingPolicy : IPooledObjectPolicy<ResettableItem>
    {
        public ResettableItem Create() => null!;

        public bool Return(ResettableItem obj) => true;
    }

    private sealed class RecordingPolicy : IPooledObjectPolicy<ResettableItem>
    {
        internal List<string> Story { get; } = [];

        internal bool Throws { get; set; }

        public ResettableItem Create()
        {
            Note("create");
            return new ResettableItem();
        }

        public bool Return(ResettableItem obj)
        {
            Note(obj.Refuses ? "refuse" : "keep");
            return !obj.Refuses;
        }

        private void Note(string what)
        {
            if (Throws)
                throw new InjectedFaultException(what);

            Story.Add(what);
        }
    }
}
