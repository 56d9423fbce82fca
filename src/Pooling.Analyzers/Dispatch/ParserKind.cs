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

    /// <summary>A static method of the packet.</summary>
    Method,
}
