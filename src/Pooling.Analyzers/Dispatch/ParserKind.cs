namespace Pooling.Analyzers.Dispatch;

/// <summary>Specifies how packets are parsed.</summary>
internal enum ParserKind
{
    /// <summary>There is no parser.</summary>
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
