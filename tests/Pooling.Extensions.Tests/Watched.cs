using System.Text.Json.Serialization;

namespace Pooling.Extensions;

/// <summary>A value that reports when it is serialized.</summary>
public sealed class Watched(Action read)
{
    public int Number
    {
        get
        {
            read();
            return 1234;
        }
    }
}

/// <summary>Describes it.</summary>
[JsonSerializable(typeof(Watched))]
internal sealed partial class WatchedContext : JsonSerializerContext;
