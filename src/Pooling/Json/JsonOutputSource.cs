using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Creates outputs for one set of options, and closes them when their lease ends.</summary>
internal sealed class JsonOutputSource : LeaseSource<JsonOutput>
{
    private readonly JsonWriterOptions _options;
    private readonly JsonRetention _retention;

    internal JsonOutputSource(JsonWriterOptions options, JsonRetention retention)
        : base(retention.Store)
    {
        _options = options;
        _retention = retention;
    }

    /// <summary>Creates an output with other options, which is dropped when its lease ends.</summary>
    internal LeaseCell<JsonOutput> RentOnce(JsonWriterOptions options)
    {
        var cell = new LeaseCell<JsonOutput>(new JsonOutput(options, _retention, store: null), this);
        Store.CountCreated();
        if (Store.Mode != PoolingMode.Off)
            Store.NoteRented(cell);

        return cell;
    }

    private protected override DropReason RefusalReason => DropReason.Limit;

    protected override JsonOutput Create() => new(_options, _retention, Store);

    protected override bool Reset(JsonOutput item) => item.Close();
}
