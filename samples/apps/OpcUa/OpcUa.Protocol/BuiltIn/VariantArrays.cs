using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.BuiltIn;

/// <summary>Operations on arrays whose element type is known only at run time.</summary>
internal static class VariantArrays
{
    internal static bool Equal(in Variant left, in Variant right)
    {
        if (left.Length != right.Length || !(left.Dimensions ?? []).SequenceEqual(right.Dimensions ?? []))
            return false;

        if (left.Type != BuiltInType.ByteString)
            return Dispatch<EqualElements, (Variant, Variant), bool>(left.Type, (left, right));

        ReadOnlySpan<byte[]?> some = left.GetSpan<byte[]?>();
        ReadOnlySpan<byte[]?> others = right.GetSpan<byte[]?>();
        for (int i = 0; i < some.Length; i++)
        {
            if (some[i] is null != others[i] is null || !some[i].AsSpan().SequenceEqual(others[i]))
                return false;
        }

        return true;
    }

    /// <summary>Creates a matrix from a copy of the elements.</summary>
    internal static Variant ToMatrix(in Variant array, int[] dimensions) =>
        Dispatch<MakeMatrix, (Variant, int[]), Variant>(array.Type, (array, dimensions));

    internal static int LengthOf(in Variant array) => Dispatch<CountElements, Variant, int>(array.Type, array);

    /// <summary>Returns the text of an array, or of a single value.</summary>
    internal static string TextOf(in Variant value) => Dispatch<WriteText, Variant, string>(value.Type, value);

    internal static void Visit(in Variant array, ref NestedVisitor nested)
    {
        switch (array.Type)
        {
            case BuiltInType.Boolean: Visit<bool>(array, ref nested); break;
            case BuiltInType.SByte: Visit<sbyte>(array, ref nested); break;
            case BuiltInType.Byte: Visit<byte>(array, ref nested); break;
            case BuiltInType.Int16: Visit<short>(array, ref nested); break;
            case BuiltInType.UInt16: Visit<ushort>(array, ref nested); break;
            case BuiltInType.Int32: Visit<int>(array, ref nested); break;
            case BuiltInType.UInt32: Visit<uint>(array, ref nested); break;
            case BuiltInType.Int64: Visit<long>(array, ref nested); break;
            case BuiltInType.UInt64: Visit<ulong>(array, ref nested); break;
            case BuiltInType.Float: Visit<float>(array, ref nested); break;
            case BuiltInType.Double: Visit<double>(array, ref nested); break;
            case BuiltInType.String: Visit<string>(array, ref nested); break;
            case BuiltInType.DateTime: Visit<DateTime>(array, ref nested); break;
            case BuiltInType.Guid: Visit<Guid>(array, ref nested); break;
            case BuiltInType.ByteString: Visit<byte[]>(array, ref nested); break;
            case BuiltInType.XmlElement: Visit<XmlElement>(array, ref nested); break;
            case BuiltInType.NodeId: Visit<NodeId>(array, ref nested); break;
            case BuiltInType.ExpandedNodeId: Visit<ExpandedNodeId>(array, ref nested); break;
            case BuiltInType.StatusCode: Visit<StatusCode>(array, ref nested); break;
            case BuiltInType.QualifiedName: Visit<QualifiedName>(array, ref nested); break;
            case BuiltInType.LocalizedText: Visit<LocalizedText>(array, ref nested); break;
            case BuiltInType.ExtensionObject: Visit<ExtensionObject>(array, ref nested); break;
            case BuiltInType.DiagnosticInfo: Visit<DiagnosticInfo>(array, ref nested); break;
            case BuiltInType.DataValue:
                foreach (ref readonly DataValue element in ItemsOf<DataValue>(array, ref nested))
                    element.VisitNested(ref nested);

                Visit<DataValue>(array, ref nested);
                break;
            case BuiltInType.Variant:
                foreach (ref readonly Variant element in ItemsOf<Variant>(array, ref nested))
                    element.VisitNested(ref nested);

                Visit<Variant>(array, ref nested);
                break;
        }
    }

    // None of an array that has ended: another object may have ended it.
    private static ReadOnlySpan<T> ItemsOf<T>(in Variant array, ref NestedVisitor nested)
    {
        if (array.Reference is not PooledArray<T> pooled)
            return array.GetSpan<T>();

        nested.VisitItems(pooled, out Span<T> items);
        return items;
    }

    private static void Visit<T>(in Variant array, ref NestedVisitor nested)
    {
        if (array.Reference is PooledArray<T> pooled)
            nested.Visit(pooled);
    }

    private static TResult Dispatch<TAction, TState, TResult>(BuiltInType type, TState state)
        where TAction : struct, IElementAction<TState, TResult> =>
        type switch
        {
            BuiltInType.Boolean => default(TAction).Run<bool>(state),
            BuiltInType.SByte => default(TAction).Run<sbyte>(state),
            BuiltInType.Byte => default(TAction).Run<byte>(state),
            BuiltInType.Int16 => default(TAction).Run<short>(state),
            BuiltInType.UInt16 => default(TAction).Run<ushort>(state),
            BuiltInType.Int32 => default(TAction).Run<int>(state),
            BuiltInType.UInt32 => default(TAction).Run<uint>(state),
            BuiltInType.Int64 => default(TAction).Run<long>(state),
            BuiltInType.UInt64 => default(TAction).Run<ulong>(state),
            BuiltInType.Float => default(TAction).Run<float>(state),
            BuiltInType.Double => default(TAction).Run<double>(state),
            BuiltInType.String => default(TAction).Run<string>(state),
            BuiltInType.DateTime => default(TAction).Run<DateTime>(state),
            BuiltInType.Guid => default(TAction).Run<Guid>(state),
            BuiltInType.ByteString => default(TAction).Run<byte[]>(state),
            BuiltInType.XmlElement => default(TAction).Run<XmlElement>(state),
            BuiltInType.NodeId => default(TAction).Run<NodeId>(state),
            BuiltInType.ExpandedNodeId => default(TAction).Run<ExpandedNodeId>(state),
            BuiltInType.StatusCode => default(TAction).Run<StatusCode>(state),
            BuiltInType.QualifiedName => default(TAction).Run<QualifiedName>(state),
            BuiltInType.LocalizedText => default(TAction).Run<LocalizedText>(state),
            BuiltInType.ExtensionObject => default(TAction).Run<ExtensionObject>(state),
            BuiltInType.DataValue => default(TAction).Run<DataValue>(state),
            BuiltInType.Variant => default(TAction).Run<Variant>(state),
            BuiltInType.DiagnosticInfo => default(TAction).Run<DiagnosticInfo>(state),
            _ => throw new NotSupportedException($"A variant cannot hold an array of {type}."),
        };

    private interface IElementAction<TState, TResult>
    {
        TResult Run<T>(TState state);
    }

    private readonly struct EqualElements : IElementAction<(Variant Left, Variant Right), bool>
    {
        public bool Run<T>((Variant Left, Variant Right) state) =>
            state.Left.GetSpan<T>().SequenceEqual(state.Right.GetSpan<T>(), EqualityComparer<T>.Default);
    }

    private readonly struct MakeMatrix : IElementAction<(Variant Array, int[] Dimensions), Variant>
    {
        public Variant Run<T>((Variant Array, int[] Dimensions) state) =>
            Variant.FromMatrix(state.Array.GetSpan<T>().ToArray(), state.Dimensions);
    }

    private readonly struct CountElements : IElementAction<Variant, int>
    {
        public int Run<T>(Variant state) => state.GetSpan<T>().Length;
    }

    private readonly struct WriteText : IElementAction<Variant, string>
    {
        public string Run<T>(Variant state) => state.IsArray ? VariantText.Of(state.GetSpan<T>()) : VariantText.Of(state.Get<T>());
    }
}
