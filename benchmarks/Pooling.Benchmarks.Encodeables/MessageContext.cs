using System.Collections.Frozen;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The context of the published encoders, with limits, texts by number, and types.</summary>
internal sealed class MessageContext(MessageContext.TypeFactory types)
{
    internal int MaxStringLength { get; } = ushort.MaxValue;
    internal int MaxByteStringLength { get; } = ushort.MaxValue * 16;
    internal int MaxArrayLength { get; } = ushort.MaxValue;
    internal int MaxMessageSize { get; } = ushort.MaxValue * 32;
    internal int MaxNesting { get; } = 200;
    internal TextTable Namespaces { get; } = new("http://opcfoundation.org/UA/");
    internal TextTable Servers { get; } = new();
    internal TypeFactory Types { get; } = types;

    /// <summary>Creates a context like version 1.5.378: the types are shared.</summary>
    internal static MessageContext Create() => new(TypeFactory.Root);

    /// <summary>Creates a context like version 2.0: after it has checked that the types exist, it creates a copy of them.</summary>
    internal static MessageContext CreateWithOwnTypes() =>
        new(TypeFactory.Root.Contains(TypeFactory.ServiceFault) ? TypeFactory.Root.Fork() : throw new InvalidOperationException());

    /// <summary>A table of texts by number, under a lock.</summary>
    internal sealed class TextTable
    {
        private readonly Lock _lock = new();
        private readonly List<string> _texts = [];

        internal TextTable(params ReadOnlySpan<string> texts)
        {
            foreach (string text in texts)
                Append(text);
        }

        private void Append(string text)
        {
            lock (_lock)
                _texts.Add(text);
        }
    }

    internal sealed class TypeFactory(FrozenDictionary<NodeId, Type> types)
    {
        internal static readonly NodeId ServiceFault = new(397);

        internal static TypeFactory Root { get; } =
            new(Enumerable.Range(300, 600).ToFrozenDictionary(static number => new NodeId((uint)number), static _ => typeof(object)));

        internal bool Contains(NodeId type) => types.ContainsKey(type);

        internal TypeFactory Fork() => new(types);
    }
}
