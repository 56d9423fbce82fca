using System.Buffers;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Makes outputs for one set of options, and closes them when their lease ends.</summary>
internal sealed class JsonOutputSource : LeaseSource<JsonOutput>
{
    private readonly JsonWriterOptions _options;
    private readonly ArrayPool<byte> _arrays;
    private readonly ByteBudget _budget;

    // Each output keeps its buffer, so a thread keeps few. The limit in items serves writers that wait in queues; that of the memory is the
    // budget's.
    internal JsonOutputSource(JsonWriterOptions options, ArrayPool<byte> arrays, ByteBudget budget)
        : base(new StoreOptions
        {
            Name = nameof(Utf8JsonWriterPool),
            MagazineSize = 4,
        })
    {
        _options = options;
        _arrays = arrays;
        _budget = budget;
    }

    /// <summary>Makes an output with other options, which is let go when its lease ends.</summary>
    internal LeaseCell<JsonOutput> RentOnce(JsonWriterOptions options)
    {
        var cell = new LeaseCell<JsonOutput>(new JsonOutput(options, _arrays, _budget, store: null), this);
        Store.CountCreated();
        return cell;
    }

    protected override JsonOutput Create() => new(_options, _arrays, _budget, Store);

    protected override bool Reset(JsonOutput item) => item.Close();
}
