using OpcUa.Protocol.BuiltIn;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>What a subscription hands to its callback for each item of a message, in one array.</summary>
internal readonly record struct DataValueChange(uint ClientHandle, DataValue Value);
