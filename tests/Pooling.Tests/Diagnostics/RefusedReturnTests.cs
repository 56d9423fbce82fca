using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Diagnostics;

/// <summary>Tests that each way to end a lease that has already ended is counted.</summary>
public sealed class RefusedReturnTests
{
    private static readonly string[] s_ends = ["Dispose", "TryReturn", "DisposeAsync", "Discard"];

    private static readonly Dictionary<Type, Func<(object Lease, Func<PoolStatistics> Read)>> s_leases = new()
    {
        [typeof(PooledLease<>)] = static () =>
        {
            LeasePool<object> pool = LeasePool.Create(static () => new object());
            return (pool.Rent(), pool.GetStatistics);
        },
        [typeof(PooledRef<>)] = static () =>
        {
            EncodeablePool<HeldItem> pool = EncodeablePool.Create(static () => new HeldItem());
            return (pool.Rent(), pool.GetStatistics);
        },
        [typeof(PooledScope)] =
            static () => (PooledScope.Begin(), static () => WithoutTrims(ScopeBody.Store.GetStatistics())),
        [typeof(SharedBuffer)] =
            static () => (SharedBuffer.Create([1]), static () => WithoutTrims(ShareGroup.Statistics)),
        [typeof(PooledUtf8JsonWriter)] = static () =>
        {
            var pool = new Utf8JsonWriterPool();
            return (pool.Rent(), pool.GetStatistics);
        },
        [typeof(PooledAsyncUtf8JsonWriter)] = static () =>
        {
            var pool = new Utf8JsonWriterPool();
            return (pool.RentAsyncWriter(new MemoryStream()), pool.GetStatistics);
        },
    };

    public static TheoryData<Type, string, string> Ends
    {
        get
        {
            var ends = new TheoryData<Type, string, string>();
            foreach (Type lease in s_leases.Keys)
            {
                foreach (string first in EndsOf(lease))
                {
                    foreach (string second in EndsOf(lease))
                        ends.Add(lease, first, second);
                }
            }

            return ends;
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task SecondEnd_OfALease_IsCountedOnce(Type type, string first, string second)
    {
        (object lease, Func<PoolStatistics> read) = s_leases[type]();
        await EndAsync(lease, first);
        PoolStatistics before = read();

        await EndAsync(lease, second);

        Assert.Equal(before with { RefusedReturns = before.RefusedReturns + 1 }, read());
    }

    [Fact]
    public void Leases_OfTheLibrary_AreAllTested() => Assert.Equal(
        s_leases.Keys.Select(static lease => lease.Name).OrderBy(static name => name, StringComparer.Ordinal),
        typeof(LeasePool).Assembly.GetExportedTypes()
            .Where(static type => type is { IsValueType: true, IsNested: false } && EndsOf(type).Length > 0)
            .Select(static type => type.Name).OrderBy(static name => name, StringComparer.Ordinal));

    /// <summary>Returns what a trim does not change: a pool of the whole process may be trimmed at any time.</summary>
    private static PoolStatistics WithoutTrims(PoolStatistics all) =>
        new(all.TotalRented, all.TotalReturned, all.TotalCreated, drops: default, retained: 0)
        {
            RefusedReturns = all.RefusedReturns,
        };

    private static string[] EndsOf(Type lease) => [.. s_ends.Where(name => lease.GetMethod(name, []) is not null)];

    private static async Task EndAsync(object lease, string end)
    {
        if (lease.GetType().GetMethod(end, [])!.Invoke(lease, []) is ValueTask task)
            await task;
    }
}
