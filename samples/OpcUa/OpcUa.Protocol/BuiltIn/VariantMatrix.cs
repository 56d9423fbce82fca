namespace OpcUa.Protocol.BuiltIn;

/// <summary>An array of several dimensions: its elements, the last dimension varying fastest, and the length of each dimension.</summary>
internal sealed record VariantMatrix(Array Elements, int[] Dimensions);
