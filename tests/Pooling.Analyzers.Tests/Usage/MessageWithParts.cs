namespace Pooling.Analyzers.Usage;

/// <summary>The message that sources use.</summary>
internal static class MessageWithParts
{
    internal const string Source = """
        [PooledEncodeable]
        public sealed partial class Part
        {
            public int A { get; set; }
        }

        [PooledEncodeable]
        public sealed partial class Message
        {
            public EncodeableList<Part> Items { get; } = new(Part.Pool);
            public int B { get; set; }
        }


        """;
}
