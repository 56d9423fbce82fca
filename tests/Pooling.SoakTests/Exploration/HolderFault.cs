namespace Pooling.SoakTests.Exploration;

/// <summary>What is wrong on purpose, to see that the explorer would find it.</summary>
internal enum HolderFault
{
    None,

    /// <summary>A compare-and-swap is a read and a write.</summary>
    TornCompareExchange,

    /// <summary>The end of a rental leaves the version as it was.</summary>
    VersionNotRaised,

    /// <summary>An object that is taken back takes what a token holds, too: one bit cannot tell.</summary>
    ParentTakesTokens,

    /// <summary>An object that is taken back takes parts of other graphs, too.</summary>
    MarkIgnored,
}
