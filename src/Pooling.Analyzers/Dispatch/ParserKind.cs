namespace Pooling.Analyzers.Dispatch;

/// <summary>Where packets come from.</summary>
internal enum ParserKind
{
    /// <summary>There is nothing that parses them.</summary>
    None,

    /// <summary>A struct that implements the interface of the dispatcher.</summary>
    Struct,

    /// <summary>A struct that rents its packets.</summary>
    PooledStruct,

    /// <summary>A struct that parses spans, for an asynchronous handler.</summary>
    SpanStruct,

    /// <summary>A static method of spans.</summary>
    SpanMethod,

    /// <summary>A static method of memory, for an asynchronous handler.</summary>
    MemoryMethod,
}
