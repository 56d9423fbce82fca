namespace Pooling.SoakTests.Exploration;

/// <summary>Specifies an injected fault, which the explorer must find.</summary>
internal enum HolderFault
{
    None,

    /// <summary>A compare-and-swap is a read and a write.</summary>
    TornCompareExchange,

    /// <summary>The end of a rental does not change the version.</summary>
    VersionNotRaised,

    /// <summary>A parent that is returned also takes an object that a token holds, because one bit does not distinguish them.</summary>
    ParentTakesTokens,

    /// <summary>A parent that is returned also takes parts of other graphs.</summary>
    MarkIgnored,
}
