using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Modes;

/// <summary>One kind of rental from a pool with a name, to lose or to return.</summary>
internal sealed class LostRental : IDisposable
{
    private readonly string _kind;
    private readonly string _pool;
    private readonly MagazinePool<Item> _raw;
    private readonly LeasePool<Item> _leases;
    private readonly BufferWriterPool _writers;
    private readonly Utf8JsonWriterPool _json;
    private readonly MagazineMemoryPool _memory;

    internal LostRental(string kind, string pool)
    {
        _kind = kind;
        _pool = kind switch
        {
            "reference" => nameof(Message),
            "scope" => nameof(PooledScope),
            "shared buffer" => nameof(SharedBuffer),
            _ => pool,
        };
        _raw = MagazinePool.Create<Item>(new PoolOptions { Name = pool });
        _leases = LeasePool.Create<Item>(new PoolOptions { Name = pool });
        _writers = new BufferWriterPool(new BufferWriterPoolOptions { Name = pool });
        _json = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = pool });
        _memory = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = pool });
    }

    internal static string[] Names { get; } =
    [
        "raw", "many", "lease", "writer", "segmented writer", "json", "json with options", "async json", "memory", "large memory",
        "reference", "scope", "shared buffer",
    ];

    /// <summary>Whether a place is that of <see cref="Lose"/> of this rental. Other tests may have lost rentals of the same pool.</summary>
    internal bool IsLoss(RentalPlace place) => IsOf(place, nameof(Lose));

    /// <summary>Whether a place is that of <see cref="Return"/> of this rental.</summary>
    internal bool IsReturn(RentalPlace place) => IsOf(place, nameof(Return));

    [MethodImpl(MethodImplOptions.NoInlining)] // the stack has the name
    internal void Lose()
    {
        _ = Rent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Return() => Rent().Dispose();

    public void Dispose()
    {
        _raw.Dispose();
        _leases.Dispose();
        _writers.Dispose();
        _json.Dispose();
        _memory.Dispose();
    }

    private bool IsOf(RentalPlace place, string method) =>
        place.PoolName == _pool && place.StackTrace.Contains($"{nameof(LostRental)}.{method}(", StringComparison.Ordinal);

    private IDisposable Rent() => _kind switch
    {
        "raw" => new Returning(_raw, _raw.Get()),
        "many" => new Returning(_raw, GetOneOfMany()),
        "lease" => _leases.Rent(),
        "writer" => _writers.Rent(),
        "segmented writer" => _writers.RentSegmented(),
        "json" => _json.Rent(),
        "json with options" => _json.Rent(new System.Text.Json.JsonWriterOptions { Indented = true }),
        "async json" => new Completing(_json.RentAsyncWriter(new MemoryStream())),
        "memory" => _memory.Rent(100),
        "large memory" => _memory.Rent(8 * 1024 * 1024),
        "reference" => Message.Pool.Rent(),
        "scope" => PooledScope.Begin(),
        _ => SharedBuffer.Create("abc"u8),
    };

    private Item GetOneOfMany()
    {
        var items = new Item[1];
        _raw.GetMany(items);
        return items[0];
    }

    private sealed class Returning(MagazinePool<Item> pool, Item item) : IDisposable
    {
        public void Dispose() => pool.Return(item);
    }

    private sealed class Completing(PooledAsyncUtf8JsonWriter lease) : IDisposable
    {
        public void Dispose() => lease.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
