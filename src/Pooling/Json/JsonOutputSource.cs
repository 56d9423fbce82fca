using System.Buffers;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Makes outputs for one set of options, and closes them when their lease ends.</summary>
internal sealed class JsonOutputSource : LeaseSource<JsonOutput>
{
    private readonly JsonWriterOptions _options;
    private readonly ArrayPool<byte> _arrays;

    // Each output keeps its buffer, so a thread keeps few; and since none keeps more than JsonOutput.MaximumKeptBytes, the limit in items is one
    // in bytes, too.
    internal JsonOutputSource(JsonWriterOptions options, ArrayPool<byte> arrays)
        : base(new MagazinePoolOptions
        {
            Name = nameof(Utf8JsonWriterPool),
            MagazineSize = 4,
            MaximumRetained = Math.Max(256, 32 * Environment.ProcessorCount),
        })
    {
        _options = options;
        _arrays = arrays;
    }

    /// <summary>Makes an output with other options, which is let go when its lease ends.</summary>
    internal LeaseCell<JsonOutput> RentOnce(JsonWriterOptions options)
    {
        var cell = new LeaseCell<JsonOutput>(new JsonOutput(options, _arrays, store: null), this);
        Store.CountCreated();
        return cell;
    }

    protected override JsonOutput Create() => new(_options, _arrays, Store);

    protected override bool Reset(JsonOutput item) => item.Close();
}
