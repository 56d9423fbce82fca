namespace OpcUa.Protocol.BuiltIn;

/// <summary>A multidimensional array: its elements, with the last dimension varying fastest, and the length of each dimension.</summary>
internal sealed record VariantMatrix(Array Elements, int[] Dimensions);
