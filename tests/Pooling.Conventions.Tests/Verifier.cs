using System.Runtime.CompilerServices;

namespace Pooling.Conventions;

/// <summary>Compares a text with the accepted one next to the test, <c>X.verified.txt</c>. A difference fails the test and leaves
/// <c>X.received.txt</c>, which can replace the accepted file if the change is intended.</summary>
/// <remarks>Names and files are those of the Verify package, which can replace it.</remarks>
internal static class Verifier
{
    /// <summary>Starts the comparison. It is executed when the result is awaited.</summary>
    internal static Verification Verify(string target, [CallerFilePath] string sourceFile = "", [CallerMemberName] string testName = "") =>
        new(target, sourceFile, testName);
}
