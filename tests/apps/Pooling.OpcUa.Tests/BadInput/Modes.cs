using OpcUa.Protocol.Services.Channels;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.BadInput;

/// <summary>The modes of security, with each of the cases that a test has.</summary>
internal static class Modes
{
    public static TheoryData<MessageSecurityMode> All => [.. SecuredServer.AllModes];

    public static TheoryData<MessageSecurityMode> Secured => [MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt];

    /// <summary>Cases and what they must come to, in all modes.</summary>
    /// <param name="cases">Those of each mode.</param>
    /// <param name="secured">Those of the two modes with keys, beside.</param>
    public static TheoryData<MessageSecurityMode, string, uint> With(
        (string What, uint Status)[] cases, params (string What, uint Status)[] secured)
    {
        var data = new TheoryData<MessageSecurityMode, string, uint>();
        foreach (MessageSecurityMode mode in SecuredServer.AllModes)
        {
            foreach ((string what, uint status) in mode == MessageSecurityMode.None ? cases : [.. cases, .. secured])
                data.Add(mode, what, status);
        }

        return data;
    }
}
