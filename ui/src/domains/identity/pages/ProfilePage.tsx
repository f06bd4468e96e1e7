import type { ReactNode } from 'react';
import { LogIn } from 'lucide-react';
import { Card, EmptyState, LinkButton, PageBody, TopBar } from '../../../design';
import { isSignedIn } from '../../../kernel/boot';
import { AccountForm } from '../parts/AccountForm';
import { PasswordForm } from '../parts/PasswordForm';
import { PreferencesForm } from '../parts/PreferencesForm';
import { SessionList } from '../parts/SessionList';
import styles from '../parts/Identity.module.css';

export function ProfilePage(): ReactNode {
  const signedIn = isSignedIn();
  return (
    <>
      <TopBar title="Profile" />
      <PageBody narrow>
        <div className={styles.stack}>
          {!signedIn && (
            <EmptyState
              icon={LogIn}
              title="You are not signed in"
              actions={<LinkButton href="/login">Sign in</LinkButton>}
            >
              Preferences below are stored in this browser.
            </EmptyState>
          )}
          {signedIn && (
            <Card title="Account">
              <AccountForm />
            </Card>
          )}
          <Card title="Preferences">
            <PreferencesForm />
          </Card>
          {signedIn && (
            <>
              <Card title="Password">
                <PasswordForm />
              </Card>
              <Card title="Sessions" subtitle="devices where you are signed in" flush>
                <SessionList />
              </Card>
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}
