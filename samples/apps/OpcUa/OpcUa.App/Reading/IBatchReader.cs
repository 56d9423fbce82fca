using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Reading;

/// <summary>Reads the same nodes repeatedly. This is the only difference between the modes.</summary>
internal interface IBatchReader : IDisposable
{
    /// <summary>The values of the last read, valid until the next one.</summary>
    ReadOnlySpan<DataValue> Values { get; }

    ValueTask Read(CancellationToken cancellationToken);
}
