using System.Collections.Frozen;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>What the published encoders ask for limits, for the texts behind numbers, and for types.</summary>
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

    /// <summary>As 1.5.378 makes one: the types are those of all.</summary>
    internal static MessageContext Create() => new(TypeFactory.Root);

    /// <summary>As 2.0 makes one: once it is sure that the types are there, it branches off its own.</summary>
    internal static MessageContext CreateWithOwnTypes() =>
        new(TypeFactory.Root.Contains(TypeFactory.ServiceFault) ? TypeFactory.Root.Fork() : throw new InvalidOperationException());

    /// <summary>Texts by number, under a lock.</summary>
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
